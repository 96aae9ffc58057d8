"""Region kinds that show the capabilities documents, made from the schemas and the builders."""

from collections.abc import Sequence

from ai_memory_spec.contract import (
    SCHEMA_NAMES,
    V1_FIELDS,
    V2_FIELDS,
    V3_FIELDS,
    Allowlist,
    DocumentVersion,
    ToolEntry,
    build_document,
    build_family_list,
    build_v3,
    document_data,
    load_schema,
    negotiate_accept,
    parse_allowlist,
)
from ai_memory_spec.phrasing import Edition, Profile
from ai_memory_spec.publish.document_fields import schema_fields
from ai_memory_spec.publish.json_text import readable_json
from ai_memory_spec.regions import (
    EDITION,
    PROFILE,
    Bullets,
    Code,
    Content,
    Fence,
    Line,
    Link,
    RenderError,
    Table,
    choice,
    code_list,
    line,
    make_kind,
    text,
)

_SHAPES = ("v1", "v2", "v3", "family")
_VERSION = choice("version", _SHAPES, "Which document; `family` is the list of one family.")
_TRANSPORT = choice("over", ("mcp", "http"), "How the document goes out.", default="mcp")
_RULES = text(
    "rules",
    "agent patterns and their families, such as `alice=full;ops-=core,graph;*=core`",
    "The allowlist.",
)


_NAMES = tuple(
    dict.fromkeys(
        (
            *V3_FIELDS,
            *V2_FIELDS,
            *V1_FIELDS,
            *(name for name in ToolEntry.__dataclass_fields__ if name != "extra"),
            *(f"v{version.value}" for version in DocumentVersion),
        )
    )
)
"""Names that a sentence about the documents may use; a name that goes away is an error there."""


@make_kind(
    "field", "line", choice("name", _NAMES, "A field of a document or of `tools`, or a version.")
)
def field_kind(name: str) -> Line:
    """The name of a field or version of the capabilities documents."""
    return line(Code(text=name))


@make_kind(
    "document-fields",
    "block",
    _VERSION,
    choice("new", ("all", "only"), "`only` leaves out what the version before has.", default="all"),
)
def document_fields_kind(version: str, new: str) -> Content:
    """The fields of a document, from its JSON Schema."""
    rows = []
    for field in schema_fields(load_schema(f"capabilities-{version}")):
        top = field.path.partition(".")[0].removesuffix("[]")
        if new == "only" and top in _fields_before(version):
            continue
        rows.append(
            (
                line(Code(text=field.path)),
                line(field.type),
                line("always" if field.required else "optional"),
                line(field.description),
            )
        )
    return Table(head=("Field", "Type", "Present", "Meaning"), rows=tuple(rows))


@make_kind("document-example", "block", EDITION, PROFILE, _VERSION, _TRANSPORT)
def document_example_kind(edition: Edition, profile: Profile, version: str, over: str) -> Content:
    """A whole document as JSON, as a server without state of its own would answer."""
    return Fence(
        text=readable_json(example_document(edition, profile, version, over)), language="json"
    )


@make_kind(
    "accept-table",
    "block",
    text("values", "spellings separated by semicolons", "What clients might ask for."),
)
def accept_table_kind(values: str) -> Content:
    """Which document each spelling of `accept` gives."""
    return Table(
        head=("accept", "Document"),
        rows=tuple(
            (
                line(Code(text=value) if value else "(not given)"),
                line(Code(text=f"v{negotiate_accept(value or None)}")),
            )
            for value in values.split(";")
        ),
    )


@make_kind("allowlist-config", "block", _RULES)
def allowlist_config_kind(rules: str) -> Content:
    """An allowlist as a server's configuration holds it."""
    entries = read_rules(rules).entries
    lines = [
        f"{_toml(agent)} = [{', '.join(map(_toml, families))}]"
        for agent, families in entries.items()
    ]
    return Fence(text="\n".join(["[mcp.allowlist]", *lines]), language="toml")


@make_kind(
    "allowlist-table",
    "block",
    EDITION,
    PROFILE,
    _RULES,
    text("agents", "agent ids separated by semicolons; an empty one is no agent id", "Who asks."),
)
def allowlist_table_kind(edition: Edition, profile: Profile, rules: str, agents: str) -> Content:
    """What A3 and A4 say to each agent under an allowlist."""
    allowlist = read_rules(rules)
    rows = []
    for agent in agents.split(";"):
        asked = agent or None
        document = build_v3(edition, profile, allowlist, asked)
        permitted = document.agent_permitted_families
        rows.append(
            (
                line(Code(text=agent) if agent else "(no agent id)"),
                _rule_of(allowlist, asked),
                _permitted(permitted),
                line(str(sum(entry.loaded for entry in document.tools))),
                line(str(sum(entry.callable_now for entry in document.tools))),
            )
        )
    return Table(
        head=(
            "Agent id",
            "Entry that decides",
            "agent_permitted_families",
            "loaded",
            "callable_now",
        ),
        rows=tuple(rows),
        numeric=frozenset({3, 4}),
    )


@make_kind(
    "allowlist-example",
    "block",
    EDITION,
    PROFILE,
    _RULES,
    text("agent", "an agent id", "Who asks."),
    text("tools", "tool names separated by commas", "Which entries of `tools` are shown."),
)
def allowlist_example_kind(
    edition: Edition, profile: Profile, rules: str, agent: str, tools: str
) -> Content:
    """What an allowlist changes in a v3 document: its permitted families, and some tools."""
    names = tools.split(",")
    unknown = [name for name in names if name not in edition.tools]
    if unknown:
        raise RenderError(f"edition {edition.label!r} has no tool {unknown[0]!r}")
    data = document_data(build_v3(edition, profile, read_rules(rules), agent or None))
    shown: dict[str, object] = {"schema_version": data["schema_version"]}
    if "agent_permitted_families" in data:
        shown["agent_permitted_families"] = data["agent_permitted_families"]
    shown["tools"] = [entry for entry in data["tools"] if entry["name"] in names]
    return Fence(text=readable_json(shown), language="json")


@make_kind("schema-files", "block")
def schema_files_kind() -> Content:
    """Links to the JSON Schemas of the documents."""
    return Bullets(
        items=tuple(
            line(Link(text=f"{name}.json", target=f"schemas/{name}.json"), f": {_title(name)}")
            for name in SCHEMA_NAMES
        )
    )


def example_document(
    edition: Edition, profile: Profile, version: str, over: str = "mcp"
) -> dict[str, object]:
    """The raw data of an example, its fields in the order of the schema."""
    if version == "family":
        family = edition.base_family or edition.family_names[0]
        data = document_data(build_family_list(edition, profile, family))
    else:
        data = document_data(
            build_document(edition, profile, DocumentVersion(version[1:]), over_mcp=over == "mcp")
        )
    order = list(load_schema(f"capabilities-{version}")["properties"])
    return {name: data[name] for name in order if name in data}


def read_rules(rules: str) -> Allowlist:
    """The allowlist that an argument spells; `RenderError` if it spells none."""
    table: dict[str, list[str]] = {}
    for rule in filter(None, rules.split(";")):
        agent, separator, families = rule.rpartition("=")
        if not separator:
            raise RenderError(f"the rule {rule!r} has no `=` between agent and families")
        table[agent] = [name for name in families.split(",") if name]
    return parse_allowlist(table, "rules")


def _fields_before(version: str) -> frozenset[str]:
    match version:
        case "v2":
            return frozenset(V1_FIELDS)
        case "v3":
            return frozenset((*V1_FIELDS, *V2_FIELDS))
        case _:
            return frozenset()


def _rule_of(allowlist: Allowlist, agent: str | None) -> Line:
    """The key that decides, in words; what follows from it is computed by `contract`."""
    if agent is None:
        return line("none: the gate is not consulted")
    if agent in allowlist.entries:
        return line(Code(text=agent), " (exact)")
    beginnings = [key for key in allowlist.entries if agent.startswith(key)]
    if beginnings:
        return line(Code(text=max(beginnings, key=len)), " (longest beginning)")
    return line(Code(text="*")) if "*" in allowlist.entries else line("none: denied")


def _permitted(families: Sequence[str] | None) -> Line:
    if families is None:
        return line("absent")
    return code_list(families) if families else line(Code(text="[]"))


def _title(name: str) -> str:
    return str(load_schema(name)["title"])


def _toml(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


DOCUMENT_KINDS = (
    field_kind,
    document_fields_kind,
    document_example_kind,
    accept_table_kind,
    allowlist_config_kind,
    allowlist_table_kind,
    allowlist_example_kind,
    schema_files_kind,
)
"""In the order of the reference page."""
