"""Our reference server with one fault: `python bent.py FAULT EDITION [--profile P]`.

Each fault is a small class that bends one thing. The tests run most of them in their own process
(`Bent`), and some as the program that this file is.
"""

import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).resolve().parents[3] / "gen")]

from ai_memory_spec.contract import Allowlist, parse_allowlist  # noqa: E402
from ai_memory_spec.phrasing import (  # noqa: E402
    BLANKS,
    Edition,
    Profile,
    ProfileError,
    load_edition,
    parse_profile,
)
from ai_memory_spec.server.session import Session, Settings  # noqa: E402

OTHER = "memory_not_of_this_edition"


class RefusedError(Exception):
    """The server ends at its start."""

    def __init__(self, message: str, code: int = 2) -> None:
        self.code = code
        super().__init__(message)


class Bent:
    """One run of the server; without a subclass it has no fault."""

    refusal_code = 2
    greeting: tuple[bytes, ...] = ()

    def __init__(
        self,
        edition: Edition,
        profile: str | None,
        config: Mapping[str, Any],
        variables: Mapping[str, str],
    ) -> None:
        self.edition = edition
        mcp = config.get("mcp", {})
        self.text = self.choose(profile, variables.get("AI_MEMORY_PROFILE"), mcp.get("profile"))
        self.table = mcp.get("allowlist")
        try:
            self.profile = self.read(self.text)
        except ProfileError as error:
            raise RefusedError(self.refusal(error), self.refusal_code) from error
        self.shaken = False
        self.session = self.make_session()

    def make_session(self) -> Session:
        return Session(
            Settings(edition=self.edition, profile=self.profile, allowlist=self.allowlist())
        )

    def allowlist(self) -> Allowlist:
        return parse_allowlist(self.table, "config")

    # What faults bend

    def choose(self, option: str | None, variable: str | None, config: str | None) -> str:
        return next(text for text in (option, variable, config, "") if text is not None)

    def read(self, text: str) -> Profile:
        return parse_profile(self.edition, text)

    def refusal(self, error: ProfileError) -> str:
        return str(error)

    def request(self, message: Any) -> Any:
        """The message that the session gets."""
        return message

    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        """The message that the client gets; None for none."""
        return message

    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        """The capabilities document that the client gets."""
        return data

    # Carrying messages

    def take(self, line: bytes) -> Iterator[bytes]:
        request = self.request(_loads(line))
        raw = line if request is None else json.dumps(request).encode()
        for answer in self.session.answer(raw):
            message = self.bend(request, json.loads(answer))
            if message is not None:
                yield json.dumps(message).encode()
        if isinstance(request, dict) and request.get("method") == "initialize":
            self.shaken = True

    def bend(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        params = request.get("params", {}) if isinstance(request, dict) else {}
        if isinstance(params, dict) and params.get("name") == "memory_capabilities":
            result = message.get("result", {})
            if "content" in result:
                block = result["content"][0]
                arguments = params.get("arguments") or {}
                block["text"] = json.dumps(self.document(arguments, json.loads(block["text"])))
        return self.answer(request, message)


def _loads(line: bytes) -> Any:
    try:
        return json.loads(line)
    except ValueError:
        return None


def _method(request: Any) -> Any:
    return request.get("method") if isinstance(request, dict) else None


def _tool(request: Any) -> Any:
    if _method(request) != "tools/call" or not isinstance(request.get("params"), dict):
        return None
    return request["params"].get("name")


# ---- Profiles


class Lowering(Bent):
    def read(self, text: str) -> Profile:
        return super().read(text.lower())


class Untrimmed(Bent):
    def read(self, text: str) -> Profile:
        for token in text.split(","):
            if token.strip(BLANKS) not in ("", token):
                raise RefusedError("blanks")
        return super().read(text)


class EmptyIsFull(Bent):
    def choose(self, option: str | None, variable: str | None, config: str | None) -> str:
        if option is not None and not option.strip(", "):
            return "full"
        return super().choose(option, variable, config)


class Unmixed(Bent):
    def read(self, text: str) -> Profile:
        names = text.split(",")
        profiles = set(names) - set(self.edition.family_names) - {"full"}
        if len(names) > 1 and profiles & set(self.edition.profiles):
            raise RefusedError("a profile among families")
        return super().read(text)


class ReadsOn(Bent):
    def read(self, text: str) -> Profile:
        for token in text.split(","):
            super().read(token)
        return super().read(text)


class ListsNothing(Bent):
    def refusal(self, error: ProfileError) -> str:
        return "this profile is not known"


class WithoutBase(Bent):
    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        for tool in data.get("tools", ()):
            if tool["family"] == "core" and self.text == "core,archive":
                tool["loaded"] = tool["callable_now"] = False
        return data


class OrderBySpelling(Bent):
    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        if "families" in data and self.text != self.profile.label:
            data["families"]["families"].reverse()
        return data


class NeverNamed(Bent):
    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        label, families = self.profile.label, ",".join(self.profile.families)
        if "summary" in data:
            data["summary"] = data["summary"].replace(f"({label})", f"({families})")
        return data


class VariableFirst(Bent):
    def choose(self, option: str | None, variable: str | None, config: str | None) -> str:
        return super().choose(variable, option, config)


class OtherCode(Bent):
    refusal_code = 1


# ---- Sentences


class _Sentence(Bent):
    field = "summary"

    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        if self.field in data:
            data[self.field] = self.say(data[self.field])
        return data

    def say(self, text: str) -> str:
        raise NotImplementedError

    @staticmethod
    def number(text: str, place: int, by: int = 1) -> str:
        """The text with its number at this place, from 0, made larger."""
        words = text.split(" ")
        places = [index for index, word in enumerate(words) if word.isdigit()]
        words[places[place]] = str(int(words[places[place]]) + by)
        return " ".join(words)


class Reworded(_Sentence):
    def say(self, text: str) -> str:
        return text.replace(" tools are advertised", " memory tools are advertised")


class OneMore(_Sentence):
    def say(self, text: str) -> str:
        return self.number(self.number(text, 1), 2)


class Unsubtracted(_Sentence):
    def say(self, text: str) -> str:
        return self.number(text, 2)


class NoPathsWhenFull(_Sentence):
    def say(self, text: str) -> str:
        return text.partition(" To use any")[0] if self.profile.label == "full" else text


class Describes(_Sentence):
    field = "to_describe_to_user"

    def say(self, text: str) -> str:
        return text.replace("I can directly use", "You may use")


class CountsItself(_Sentence):
    field = "to_describe_to_user"

    def say(self, text: str) -> str:
        return self.number(text, 0)


class Shuffled(_Sentence):
    field = "to_describe_to_user"

    def say(self, text: str) -> str:
        head, _, rest = text.partition("(")
        one, two, *more = rest.split(", ")
        return f"{head}({', '.join([two, one, *more])}"


class Prefixed(_Sentence):
    field = "to_describe_to_user"

    def say(self, text: str) -> str:
        return text.replace("(", "(memory_", 1)


class ListsOneMore(Bent):
    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        if _method(request) == "tools/list":
            message["result"]["tools"].append({"name": OTHER, "inputSchema": {"type": "object"}})
        return message


# ---- Recovery


class DeafAfterRestart(Bent):
    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        family = self.edition.family_by_tool.get(_tool(request), "core")
        named = _tool(request) in self.edition.always_on
        restarted = self.profile.label != "full" and family in self.profile.families
        if family != "core" and restarted and not named:
            return _error(message, -32601, "unknown tool")
        return message


class _Unloading(Bent):
    loader = ""

    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        if _tool(request) == self.loader:
            self.session.profile = self.profile
        return message


class LoadsNoFamily(_Unloading):
    loader = "memory_load_family"


class LoadsNothingSmart(_Unloading):
    loader = "memory_smart_load"


class SaysUnknown(Bent):
    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        if message.get("error", {}).get("code") == -32601:
            message["error"]["message"] = "no such thing"
        return message


# ---- Tools


class _Tools(Bent):
    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        if data.get("schema_version") == "3":
            self.change(data["tools"])
        return data

    def change(self, tools: list[dict[str, Any]]) -> None:
        raise NotImplementedError


class OneToolLess(_Tools):
    def change(self, tools: list[dict[str, Any]]) -> None:
        del tools[-1]


class OneUnloaded(_Tools):
    def change(self, tools: list[dict[str, Any]]) -> None:
        tools[1]["loaded"] = tools[1]["callable_now"] = False


class OneUncallable(_Tools):
    def change(self, tools: list[dict[str, Any]]) -> None:
        tools[1]["callable_now"] = False


class HidesAlwaysOn(Bent):
    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        if _method(request) == "tools/list":
            for tool in message["result"]["tools"]:
                if tool["name"] in self.edition.always_on:
                    tool["name"] = OTHER
        return message


class Lenient(Bent):
    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        name = _tool(request)
        if name not in (None, "memory_capabilities") and message.get("result", {}).get("isError"):
            message["result"] = {"content": [{"type": "text", "text": "did it"}]}
        return message


# ---- Allowlist


class SaysAlways(Bent):
    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        if data.get("schema_version") == "3":
            data.setdefault("agent_permitted_families", list(self.edition.family_names))
        return data


class Backwards(Bent):
    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        data.get("agent_permitted_families", []).reverse()
        return data


class EmptyCloses(Bent):
    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        if self.table == {}:
            for tool in data["tools"]:
                tool["callable_now"] = False
        return data


class NobodyNothing(Bent):
    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        if self.table and not self.shaken and "agent_id" not in arguments:
            for tool in data["tools"]:
                tool["callable_now"] = False
        return data


class NoStar(Bent):
    def allowlist(self) -> Allowlist:
        table = None if self.table is None else {k: v for k, v in self.table.items() if k != "*"}
        return parse_allowlist(table, "config")


class FullIsUnknown(Bent):
    def allowlist(self) -> Allowlist:
        table = self.table and {
            agent: [name for name in names if name != "full"] for agent, names in self.table.items()
        }
        return parse_allowlist(table, "config")


class ClientUnheard(Bent):
    def request(self, message: Any) -> Any:
        if _tool(message) == "memory_capabilities":
            arguments = message["params"].setdefault("arguments", {})
            if self.shaken:
                arguments.setdefault("agent_id", "somebody-else")
        return message


# ---- Documents


class _Accepts(Bent):
    def request(self, message: Any) -> Any:
        if _tool(message) == "memory_capabilities":
            arguments = message["params"].setdefault("arguments", {})
            if "family" not in arguments:
                arguments["accept"] = self.accept(arguments.get("accept"))
        return message

    def accept(self, value: Any) -> Any:
        raise NotImplementedError


class SmallLettersOnly(_Accepts):
    def accept(self, value: Any) -> Any:
        return "v3" if isinstance(value, str) and value != value.lower() else value


class DefaultIsTwo(_Accepts):
    def accept(self, value: Any) -> Any:
        known = isinstance(value, str) and value.strip().lower().lstrip("v") in ("1", "2", "3")
        return value if known else "v2"


class _Field(Bent):
    version = "3"
    missing = ""

    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        if data.get("schema_version") == self.version:
            data.pop(self.missing, None)
        return data


class ThreeWithoutHnsw(_Field):
    missing = "hnsw"


class TwoWithSummary(Bent):
    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        if data.get("schema_version") == "2":
            data["summary"] = "8 tools"
        return data


class OneWithoutModels(_Field):
    version = "1"
    missing = "models"


class NoFamilies(Bent):
    def document(self, arguments: Mapping[str, Any], data: dict[str, Any]) -> dict[str, Any]:
        data.pop("families", None)
        return data


class NoFamilyList(Bent):
    def request(self, message: Any) -> Any:
        if _tool(message) == "memory_capabilities":
            message["params"].get("arguments", {}).pop("family", None)
        return message


# ---- On the wire


class HandshakeFirst(Bent):
    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        if _method(request) == "tools/call" and not self.shaken:
            return _error(message, -32600, "initialize first")
        return message


class Nameless(Bent):
    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        if _method(request) == "initialize":
            message["result"]["serverInfo"].pop("version")
        return message


class SecondBlock(Bent):
    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        if _tool(request) == "memory_capabilities":
            image = {"type": "image", "data": "", "mimeType": "image/png"}
            message["result"]["content"].insert(0, image)
        return message


class _Code(Bent):
    instead_of = 0

    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        error = message.get("error", {})
        if error.get("code") == self.instead_of and _tool(request) is None:
            error["code"] = -32000
        return message


class UnknownIsOther(_Code):
    instead_of = -32601


class NoNameIsOther(_Code):
    instead_of = -32602


class OldIsFine(_Code):
    def request(self, message: Any) -> Any:
        if isinstance(message, dict):
            message["jsonrpc"] = "2.0"
        return message


class SilentOnNoise(Bent):
    def answer(self, request: Any, message: dict[str, Any]) -> dict[str, Any] | None:
        return None if message.get("error", {}).get("code") == -32700 else message


class AnswersNotifications(Bent):
    def take(self, line: bytes) -> Iterator[bytes]:
        request = _loads(line)
        if isinstance(request, dict) and "id" not in request:
            yield b'{"jsonrpc": "2.0", "id": null, "error": {"code": -32601, "message": "?"}}'
        yield from super().take(line)


class Chatty(Bent):
    greeting = (b"server is ready",)


def _error(message: Mapping[str, Any], code: int, text: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": message.get("id"), "error": {"code": code, "message": text}}


FAULTS = {kind.__name__: kind for kind in list(globals().values()) if isinstance(kind, type)}


def main(arguments: Sequence[str]) -> int:
    """Serve with a fault; returns the exit code."""
    import tomllib

    fault, edition, *rest = arguments
    profile = rest[1] if rest[:1] == ["--profile"] else None
    config = Path(os.environ["HOME"], ".config", "ai-memory", "config.toml")
    data = tomllib.loads(config.read_text(encoding="utf-8")) if config.is_file() else {}
    try:
        server = FAULTS[fault](load_edition(edition), profile, data, os.environ)
    except RefusedError as error:
        sys.stderr.write(f"{error}\n")
        return error.code
    for line in server.greeting:
        sys.stdout.buffer.write(line + b"\n")
    for line in sys.stdin.buffer:
        for answer in server.take(line):
            sys.stdout.buffer.write(answer + b"\n")
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
