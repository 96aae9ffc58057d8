"""Clause A5: which document is asked for, and what each one holds."""

from collections.abc import Mapping

from ai_memory_spec.conformance.messages import CannotCheckError
from ai_memory_spec.conformance.observe import Check, Observation
from ai_memory_spec.conformance.registry import BOTH, HTTP, CheckTable
from ai_memory_spec.conformance.transcript import Start
from ai_memory_spec.conformance.world import Document, HttpWorld, StdioWorld, World
from ai_memory_spec.contract import V1_FIELDS, V2_FIELDS, V2_OBJECTS, V3_FIELDS
from ai_memory_spec.phrasing import make_profile

TABLE = CheckTable()

ASKED = {
    "1": ("v1", "1", "V1", " v1 "),
    "2": ("v2", "2", "V2", "\tv2"),
    "3": ("v3", "3", "V3", " 3 "),
}
"""Spellings of `accept` by the version that they mean."""
UNKNOWN = ("v4", "latest", "")
"""Spellings that mean no version."""
_TEXT = ("tier", "version")
_HEADER = "Accept-Capabilities"
_NONE = "none of them"


@TABLE.check("accept.versions", over=BOTH)
def check_versions(world: World) -> Check:
    """Each spelling of a version gives the document of that version."""
    for version, spellings in ASKED.items():
        for spelling in spellings:
            document = _document(world, spelling)
            yield Observation(
                where=f"accept {spelling!r}", expected=version, found=shape_of(document)
            )


@TABLE.check("accept.default", over=BOTH)
def check_default(world: World) -> Check:
    """Without `accept`, and with an unknown one, the document is v3."""
    for spelling in (None, *UNKNOWN):
        where = "no accept" if spelling is None else f"accept {spelling!r}"
        document = _document(world, spelling)
        yield Observation(where=where, expected="3", found=shape_of(document))


@TABLE.check("document.v3", over=BOTH)
def check_v3(world: World) -> Check:
    """v3 has its own fields, and those of v2."""
    document = _document(world, "v3")
    yield from _has(document, "v3", {"schema_version": "3"})
    for name in ("summary", "to_describe_to_user"):
        yield _type(document, "v3", name, str, "text")
    yield _type(document, "v3", "tools", list, "a list")
    yield from _server_fields(document, "v3", V2_OBJECTS)


@TABLE.check("document.v2", over=BOTH)
def check_v2(world: World) -> Check:
    """v2 has its fields, and nothing of v3."""
    document = _document(world, "v2")
    yield from _has(document, "v2", {"schema_version": "2"})
    yield from _server_fields(document, "v2", V2_OBJECTS)
    yield _lacks(document, "v2", V3_FIELDS)


@TABLE.check("document.v1", over=BOTH)
def check_v1(world: World) -> Check:
    """v1 has its fields, and nothing of v3."""
    document = _document(world, "v1")
    yield from _server_fields(document, "v1", ())
    yield _lacks(document, "v1", V3_FIELDS)


@TABLE.check("document.families")
def check_families(world: StdioWorld) -> Check:
    """Over MCP, `families` shows the always-on list, and each family with its tools."""
    edition = world.edition
    profile = make_profile(edition, ())
    for version in ("v2", "v3"):
        document = _document(world, version)
        overview = document.get("families")
        if not isinstance(overview, Mapping):
            yield Observation(where=f"families of {version}", expected="an object", found="missing")
            continue
        yield Observation(
            where=f"families.always_on of {version}",
            expected=sorted(edition.always_on),
            found=_sorted(overview.get("always_on")),
        )
        found = {
            entry.get("name"): entry
            for entry in overview.get("families") or ()
            if isinstance(entry, Mapping) and isinstance(entry.get("name"), str)
        }
        yield Observation(
            where=f"families of {version}",
            expected=sorted(edition.family_names),
            found=sorted(str(name) for name in found),
        )
        for family in edition:
            entry = found.get(family.name, {})
            where = f"family {family.name} of {version}"
            yield Observation(
                where=f"tools of {where}",
                expected=sorted(family.tools),
                found=_sorted(entry.get("tools")),
            )
            yield Observation(
                where=f"loaded of {where}",
                expected=family.name in profile.families,
                found=entry.get("loaded"),
            )


@TABLE.check("document.family-list")
def check_family_list(world: StdioWorld) -> Check:
    """The short document of a family that is loaded, and of one that is not."""
    edition = world.edition
    loaded = make_profile(edition, ()).families
    families = (edition.families[0], edition.families[-1])
    questions = [{"family": family.name} for family in families]
    documents = world.documents(Start(profile=world.base), questions)
    for family, document in zip(families, documents, strict=True):
        for name, wanted in (
            ("family", family.name),
            ("loaded_under_active_profile", family.name in loaded),
        ):
            yield Observation(
                where=f"{name} of the document for family {family.name}",
                expected=wanted,
                found=document.get(name, "missing"),
            )
        yield Observation(
            where=f"tools of the document for family {family.name}",
            expected=sorted(family.tools),
            found=_sorted(document.get("tools", "missing")),
        )


@TABLE.check("http.document", over=(HTTP,))
def check_http_document(world: HttpWorld) -> Check:
    """The address answers with the document that the header asks for."""
    for header, version in (("v1", "1"), ("v2", "2"), ("v3", "3"), (None, "3")):
        where = f"no {_HEADER}" if header is None else f"{_HEADER}: {header}"
        yield Observation(where=where, expected=version, found=shape_of(world.document(header)))


@TABLE.check("http.profile", over=())
def check_http_profile(_: World) -> Check:
    """Takes a server that is configured and started anew, which an address cannot show."""
    yield from ()


def shape_of(document: Document) -> str:
    """The version of a document: as it says, else by the fields that it has."""
    stated = document.get("schema_version")
    if isinstance(stated, str):
        return stated
    if any(name in document for name in V3_FIELDS):
        return "3"
    return "2" if any(name in document for name in V2_FIELDS) else "1"


def _document(world: World, accept: str | None) -> Document:
    if isinstance(world, HttpWorld):
        return world.document(None if accept is None else accept)
    spellings: list[str | None] = [text for texts in ASKED.values() for text in texts]
    spellings += [None, *UNKNOWN]
    questions = [{} if text is None else {"accept": text} for text in spellings]
    start = Start(profile=world.base)
    try:
        return world.documents(start, questions)[spellings.index(accept)]
    except CannotCheckError:  # one bad answer among many must not hide the others
        return world.documents(start, [questions[spellings.index(accept)]])[0]


def _has(document: Document, version: str, fields: Mapping[str, str]) -> Check:
    for name, value in fields.items():
        yield Observation(
            where=f"{name} of {version}", expected=value, found=document.get(name, "missing")
        )


def _type(document: Document, version: str, name: str, kind: type, words: str) -> Observation:
    value = document.get(name)
    found = words if isinstance(value, kind) else "missing" if name not in document else value
    return Observation(where=f"{name} of {version}", expected=words, found=found)


def _server_fields(document: Document, version: str, objects: tuple[str, ...]) -> Check:
    for name in (*V1_FIELDS, *objects):
        is_text = name in _TEXT
        yield _type(
            document, version, name, str if is_text else dict, "text" if is_text else "an object"
        )


def _lacks(document: Document, version: str, names: tuple[str, ...]) -> Observation:
    found = [name for name in names if name in document]
    return Observation(
        where=f"fields of v3 in {version}", expected=_NONE, found=", ".join(found) or _NONE
    )


def _sorted(names: object) -> object:
    if isinstance(names, list) and all(isinstance(name, str) for name in names):
        return sorted(names)
    return names
