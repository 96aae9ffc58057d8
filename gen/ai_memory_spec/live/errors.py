"""Why live output could not be had: one error class, with the cause as data."""

from enum import Enum


class Reason(Enum):
    """The cause of a "could not check"; a closed set, for reports and tests."""

    EXTRA_MISSING = "extra-missing"
    """The MCP SDK is not installed."""
    COMMAND_NOT_FOUND = "command-not-found"
    """There is no such program."""
    NOT_STARTED = "not-started"
    """The program is there and cannot be run."""
    EARLY_EXIT = "early-exit"
    """The server ended, or closed its output, before it had answered."""
    TIMEOUT = "timeout"
    """No answer within the time allowed."""
    GLUED_LINE = "glued-line"
    """A message shares its line with other text, so it is no message."""
    TOO_MUCH_OUTPUT = "too-much-output"
    """The server sent more than the bounds allow."""
    ENDLESS_LIST = "endless-list"
    """`tools/list` repeats a cursor or has more pages than the bound."""
    PROTOCOL = "protocol"
    """An answer breaks the protocol."""
    SERVER_ERROR = "server-error"
    """The server answered with an error, or with a status that is one."""
    UNREACHABLE = "unreachable"
    """No connection to the address."""
    REDIRECT = "redirect"
    """The address leads to another host, or in circles."""
    NOT_JSON = "not-json"
    """The answer is not JSON."""
    HTML_PAGE = "html-page"
    """The answer is an HTML page: something else listens there, or a log-in is asked for."""
    NOT_A_DOCUMENT = "not-a-document"
    """The answer is JSON and no capabilities document."""
    NOT_V3 = "not-v3"
    """A capabilities document without the fields of version 3."""
    NO_TOOLS = "no-tools"
    """The server declares no tools, so it has no capabilities tool either."""
    UNREADABLE = "unreadable"
    """The file cannot be read."""
    NOT_TRIED = "not-tried"
    """Given up, since the attempts before it all failed in the same way."""


class CouldNotCheckError(Exception):
    """Live output could not be had; never a pass and never drift.

    Parameters:
        reason: The cause.
        message: What happened, one sentence without a full stop at its end. Text from the server
            stands in it in printable form only.
        fix: What to do about it, one sentence; may be empty.
    """

    def __init__(self, reason: Reason, message: str, fix: str = "") -> None:
        self.reason = reason
        self.message = message
        self.fix = fix
        super().__init__(f"{message}; {fix}" if fix else message)
