"""Whole generated files against what they should hold."""

from collections.abc import Iterable
from pathlib import Path

from ai_memory_spec.drift.finding import Finding
from ai_memory_spec.drift.markdown import display_name
from ai_memory_spec.publish import Artifact
from ai_memory_spec.regions.lines import Lines, to_lf
from ai_memory_spec.regions.page_file import write_page

FIX = "run `ai-memory-spec generate` and review the diff"


def is_current(artifact: Artifact) -> bool:
    """Whether the file on disk is the artifact, line endings and byte-order mark aside."""
    try:
        found = artifact.path.read_bytes().decode("utf-8-sig")
    except (FileNotFoundError, UnicodeDecodeError):
        return False
    return to_lf(found) == artifact.text


def write_artifact(artifact: Artifact) -> None:
    """Save the file in one step, with the folders that it needs; `OSError` if it cannot be."""
    artifact.path.parent.mkdir(parents=True, exist_ok=True)
    write_page(artifact.path, artifact.text)


def check_artifacts(artifacts: Iterable[Artifact], folder: Path) -> Iterable[Finding]:
    """A finding for every generated file that is missing or differs.

    Raises:
        OSError: A file is there and cannot be read.
    """
    for artifact in artifacts:
        if is_current(artifact):
            continue
        name = display_name(artifact.path, folder)
        if not artifact.path.exists():
            yield Finding(
                rule="page.stale",
                path=name,
                message=f"the generated file is missing (made from {artifact.origin})",
                fix=FIX,
            )
            continue
        raw = artifact.path.read_bytes().decode("utf-8-sig", errors="replace")
        line, published, live = _first_difference(to_lf(raw), artifact.text)
        yield Finding(
            rule="page.stale",
            path=name,
            line=line,
            column=1,
            published=published,
            live=live,
            message=f"the generated file is out of date (made from {artifact.origin})",
            fix=FIX,
        )


def _first_difference(found: str, expected: str) -> tuple[int, str, str]:
    """1-based line of the first difference, with that line of both texts."""
    old, new = Lines(found), Lines(expected)
    for index in range(max(len(old), len(new))):
        published = old[index] if index < len(old) else ""
        live = new[index] if index < len(new) else ""
        if published != live:
            return index + 1, published, live
    return len(new), "", ""
