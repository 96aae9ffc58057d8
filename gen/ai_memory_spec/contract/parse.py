"""Raw JSON to a typed document, with every problem and its path reported at once.

`schema_version` says what is expected: `"3"`, `"2"`, `"1"`, or nothing, which is v1 as served
over HTTP and by release 0.6.4. Fields that the contract does not name are kept in `extra`.
A document may say things that do not fit together, such as a wrong `tool_count`: that is a
matter for conformance, not for reading.
"""

from collections.abc import Sequence
from typing import Any

from ai_memory_spec.contract.accept import DocumentVersion
from ai_memory_spec.contract.document import (
    FAMILY_LIST_VERSION,
    V2_FIELDS,
    V2_OBJECTS,
    V3_FIELDS,
    VERSION_OF_FIELD,
    Document,
    DocumentV1,
    DocumentV2,
    DocumentV3,
    FamilyEntry,
    FamilyList,
    FamilyOverview,
    ToolEntry,
)
from ai_memory_spec.contract.errors import DataProblem, DocumentError, DocumentVersionError
from ai_memory_spec.contract.reader import TOP, ObjectReader
from ai_memory_spec.contract.values import parse_json


def read_document(text: str | bytes, source: str = "document") -> Document:
    """Read a document from JSON text; otherwise as `parse_document`.

    Raises:
        DocumentError: Also if the text is not JSON, with the line and column.
    """
    try:
        data = parse_json(text)
    except ValueError as error:
        raise DocumentError(source, [DataProblem(path=TOP, message=str(error))]) from error
    return parse_document(data, source)


def parse_document(data: object, source: str = "document") -> Document:
    """Check parsed JSON and make a document of it.

    Parameters:
        data: What a JSON parser returned.
        source: The file, address or command that messages name.

    Returns:
        A `DocumentV1`, `DocumentV2` or `DocumentV3`, by `schema_version`.

    Raises:
        DocumentError: Contract fields are missing or wrong; each problem has its path.

    Source: the specification, "The v3 document".
    """
    reader = ObjectReader.of_document(data, source)
    shape = reader.done(_shape(reader), source)
    parse = {
        DocumentVersion.V1: _v1,
        DocumentVersion.V2: _v2,
        DocumentVersion.V3: _v3,
    }[shape]
    return reader.done(parse(reader), source)


def parse_v3(data: object, source: str = "document") -> DocumentV3:
    """Check parsed JSON that must be a v3 document; otherwise as `parse_document`.

    Raises:
        DocumentVersionError: It is a sound v1 or v2 document.
    """
    document = parse_document(data, source)
    if not isinstance(document, DocumentV3):
        raise DocumentVersionError(source, DocumentVersion.V3, document.shape)
    return document


def parse_family_list(data: object, source: str = "family list") -> FamilyList:
    """Check parsed JSON that answers a call with the argument `family`.

    Raises:
        DocumentError: Contract fields are missing or wrong; each problem has its path.
    """
    reader = ObjectReader.of_document(data, source)
    reader.constant("schema_version", FAMILY_LIST_VERSION)
    family_list = FamilyList(
        family=reader.text("family"),
        loaded_under_active_profile=reader.flag("loaded_under_active_profile"),
        tools=reader.names("tools"),
        extra=reader.extra(),
    )
    return reader.done(family_list, source)


def _shape(reader: ObjectReader) -> DocumentVersion:
    """The version that the document states, or v1; anything else is noted as a problem."""
    version = reader.fields.get("schema_version")
    if "schema_version" not in reader.fields:
        for name in (*V3_FIELDS, *V2_FIELDS):
            if name in reader.fields:
                newer = VERSION_OF_FIELD[name]
                reader.problem("schema_version", f"missing, though {name!r} is a field of v{newer}")
                break
    elif version == FAMILY_LIST_VERSION:
        message = "this is the list of one family; ask without the argument family"
        reader.problem("schema_version", message)
    elif isinstance(version, str) and version in set(DocumentVersion):
        return DocumentVersion(version)
    else:
        reader.expected("schema_version", '"1", "2" or "3"', version)
    return DocumentVersion.V1


def _v1(reader: ObjectReader) -> DocumentV1:
    _refuse(reader, (*V2_FIELDS, *V3_FIELDS), DocumentVersion.V1)
    return DocumentV1(
        **_v1_fields(reader),
        states_version="schema_version" in reader.fields,
        extra=reader.extra(),
    )


def _v2(reader: ObjectReader) -> DocumentV2:
    _refuse(reader, V3_FIELDS, DocumentVersion.V2)
    return DocumentV2(**_v1_fields(reader), **_v2_fields(reader), extra=reader.extra())


def _v3(reader: ObjectReader) -> DocumentV3:
    stated = "agent_permitted_families" in reader.fields
    return DocumentV3(
        **_v1_fields(reader),
        **_v2_fields(reader),
        summary=reader.text("summary"),
        to_describe_to_user=reader.text("to_describe_to_user"),
        tools=reader.entries("tools", _tool),
        agent_permitted_families=reader.names("agent_permitted_families") if stated else None,
        extra=reader.extra(),
    )


def _v1_fields(reader: ObjectReader) -> dict[str, Any]:
    if "schema_version" in reader.fields:
        reader.text("schema_version")
    return {
        "tier": reader.text("tier"),
        "version": reader.text("version"),
        "features": reader.object("features"),
        "models": reader.object("models"),
    }


def _v2_fields(reader: ObjectReader) -> dict[str, Any]:
    stated = "families" in reader.fields
    return {
        **{name: reader.object(name) for name in V2_OBJECTS},
        "families": reader.inner("families", _overview) if stated else None,
    }


def _overview(reader: ObjectReader) -> FamilyOverview:
    return FamilyOverview(
        always_on=reader.names("always_on"),
        families=reader.entries("families", _family),
        extra=reader.extra(),
    )


def _family(reader: ObjectReader) -> FamilyEntry:
    return FamilyEntry(
        name=reader.text("name"),
        loaded=reader.flag("loaded"),
        tool_count=reader.count("tool_count"),
        tools=reader.names("tools"),
        extra=reader.extra(),
    )


def _tool(reader: ObjectReader) -> ToolEntry:
    return ToolEntry(
        name=reader.text("name"),
        family=reader.text("family"),
        loaded=reader.flag("loaded"),
        callable_now=reader.flag("callable_now"),
        extra=reader.extra(),
    )


def _refuse(reader: ObjectReader, names: Sequence[str], shape: DocumentVersion) -> None:
    for name in names:
        if name in reader.fields:
            first = VERSION_OF_FIELD[name]
            reader.problem(name, f"a field of v{first} in a document that is v{shape}")
