"""Where live output comes from: the core, a stdio command, an HTTP server, a capture.

A server is known over the wire only; nothing here shares code with the reference server. The
MCP SDK (extra `live`) is imported when a stdio server is started, and not before. This list is
what is public.
"""

from ai_memory_spec.live.answer import Answer, ServerInfo
from ai_memory_spec.live.capture import CaptureSource
from ai_memory_spec.live.command import CommandSyntaxError, CommandTemplate, parse_command
from ai_memory_spec.live.core import CoreSource
from ai_memory_spec.live.document import document_of_text
from ai_memory_spec.live.errors import CouldNotCheckError, Reason
from ai_memory_spec.live.http import AddressError, HttpSource
from ai_memory_spec.live.source import Fetched, LiveSource, Progress
from ai_memory_spec.live.stdio import DEFAULT_TIMEOUT_S, StdioSource
from ai_memory_spec.live.text import printable, quoted, redacted

__all__ = [
    "DEFAULT_TIMEOUT_S",
    "AddressError",
    "Answer",
    "CaptureSource",
    "CommandSyntaxError",
    "CommandTemplate",
    "CoreSource",
    "CouldNotCheckError",
    "Fetched",
    "HttpSource",
    "LiveSource",
    "Progress",
    "Reason",
    "ServerInfo",
    "StdioSource",
    "document_of_text",
    "parse_command",
    "printable",
    "quoted",
    "redacted",
]
