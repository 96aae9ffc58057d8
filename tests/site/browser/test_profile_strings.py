"""The one thing that the playground ports, held to the core: how a profile string is read."""

import json
import random

import pytest

from ai_memory_spec.contract import build_v3, document_data
from ai_memory_spec.phrasing import (
    BLANKS,
    COUNT_NAMES,
    Edition,
    ProfileError,
    all_profiles,
    count,
    edition_labels,
    load_edition,
    parse_profile,
    phrase,
)
from tests.site.browser.conftest import Visitor

pytestmark = pytest.mark.browser

PHRASING = [label for label in edition_labels() if load_edition(label).phrasing is not None]

READ = """async ([address, texts]) => {
  const data = await (await fetch(address)).json();
  return texts.map((text) => {
    const { entry, error } = aiMemoryPlayground.readProfile(data, text);
    return error ?? entry.profile;
  });
}"""

WRITTEN = (
    "", " ", ",", " , ,, ", "core", "graph", "full", "core,graph", "graph,core", " graph ,, core ",
    "archive", "archive,core,archive", "full,bogus", "bogus,full", "graph,full,bogus", "bogus",
    "core;archive", "core archive", "core\tarchive", "core\narchive",
    "\tcore\n", "core,\u00a0graph",
    "\u3000core\u2003", "\x85core\x85", "\x1ccore", "core\x1f", "\ufeffcore",
    "core\u200b", "\u180ecore",
    "grahp", "archiv", "archives", "fulll", "co re", "c",
    "lifecylce,governence", "cor\u0435", "powre",
    "Core", "CORE", "core,Archive", "Grpah", "full,BOGUS", "X", "Full,",
    " Full ", "core,,Z,", "ÉCore",
    "É", "ß", "İ", "ΩΩ", "日本", "😀", "😀A", "core,😀", "a" * 64, "a" * 65,
    "A" * 64, "core" * 17, "graph" * 12,
    "'", "''", "\\", "\\'", '"', "a'b", "\\u000a", "{token}", "{hint}",
    "{text}A", "$&", "$1A", "$`",
    "<img src=x onerror=alert(1)>", "<script>alert(1)</script>", "&lt;b&gt;", "&amp;", "</code>",
    "__proto__", "constructor", "toString", "hasOwnProperty", "Constructor", "core,__proto__",
    "\x00", "\x1b[31mcore", "\x7f", "\u2028", "\u2029core\u2029", "\u202egraph",
    "\u00ad", "\uffff", "\udcff",
    "--profile=core", "null", "undefined", "0", "-1", "1e3", "core,core,core",
    ",core", "core,", "meta,other",
)  # fmt: skip


def _random_texts(edition: Edition, number: int) -> list[str]:
    """Names with faults of every kind, the same in each run."""
    chance = random.Random(edition.label)
    names = [*edition.profiles, *edition.family_names]
    letters = "abcdefghilmnoprtuvwyACZ019_-.;:'\"\\{}<>&$ é日😀\x1f\u200b\ufeff" + BLANKS
    texts = []
    for _ in range(number):
        tokens = []
        for _ in range(chance.randint(1, 4)):
            token = list(chance.choice(names))
            for _ in range(chance.choice((0, 0, 1, 1, 2, 5))):
                at = chance.randrange(len(token) + 1)
                token[at : at + chance.randint(0, 2)] = chance.choices(
                    letters, k=chance.randint(0, 2)
                )
            tokens.append("".join(token))
        texts.append(",".join(tokens))
    return texts


def _by_the_core(edition: Edition, text: str) -> str:
    try:
        return parse_profile(edition, text).label
    except ProfileError as error:
        return str(error)


@pytest.mark.parametrize("label", PHRASING)
def test_the_page_reads_profile_strings_as_the_core_does(label: str, visitor: Visitor) -> None:
    """The same profile, or the same message letter for letter."""
    edition = load_edition(label)
    texts = [*WRITTEN, *_random_texts(edition, 300)]
    page = visitor.go("playground/")
    read = page.evaluate(READ, [f"/phrasings/{label}.json", texts])
    expected = [_by_the_core(edition, text) for text in texts]
    assert [*zip(texts, read, strict=True)] == [*zip(texts, expected, strict=True)]
    assert sum("did you mean" in message for message in expected) > 20
    assert sum("upper-case" in message and " Write " in message for message in expected) > 10


@pytest.mark.parametrize("label", PHRASING)
def test_the_page_keeps_the_published_vectors(label: str, visitor: Visitor) -> None:
    """The same file that an implementation in another language is held to."""
    published = visitor.page.request.get(f"{visitor.origin}/vectors/{label}.json").json()
    vectors = published["vectors"]["profile"]
    page = visitor.go("playground/")
    texts = [vector["input"]["profile"] for vector in vectors]
    read = page.evaluate(READ, [f"/phrasings/{label}.json", texts])
    wanted = [
        vector["outcome"]["label"] if "outcome" in vector else vector["error"]["message"]
        for vector in vectors
    ]
    assert len(texts) > 40
    assert [*zip(texts, read, strict=True)] == [*zip(texts, wanted, strict=True)]


@pytest.mark.parametrize("label", PHRASING)
def test_the_data_holds_what_the_core_says(label: str, visitor: Visitor) -> None:
    """Every profile's sentences and counts, and the summands that explain each count."""
    edition = load_edition(label)
    data = visitor.page.request.get(f"{visitor.origin}/phrasings/{label}.json").json()
    counted = {family["name"]: family["counted"] for family in data["families"]}
    always_on = len(data["always_on"]) if data["summary_counts_always_on"] else 0
    for entry, profile in zip(data["profiles"], all_profiles(edition), strict=True):
        phrases = phrase(edition, profile)
        assert entry["profile"] == profile.label
        assert entry["summary"] == phrases.summary
        assert entry["to_describe_to_user"] == phrases.to_describe_to_user
        counts = count(edition, profile)
        assert all(entry[name] == getattr(counts, name) for name in COUNT_NAMES)
        loaded = sum(counted[name] for name in profile.families)
        assert loaded == counts.n_loaded
        assert sum(counted.values()) - loaded == counts.n_unloaded
        assert loaded + always_on == counts.visible
        assert sum(counted.values()) + always_on == counts.total


@pytest.mark.parametrize(("label", "text"), [("spec", "graph"), ("0.10.0", "core,archive")])
def test_the_document_is_the_contracts(label: str, text: str, visitor: Visitor) -> None:
    """What the page shows as JSON is what `build_v3` makes, for the fields that it shows."""
    page = visitor.go(f"playground/?edition={label}&profile={text}")
    shown = json.loads(page.locator('[data-field="document"]').text_content() or "")
    edition = load_edition(label)
    made = document_data(build_v3(edition, parse_profile(edition, text)))
    assert shown == {name: made[name] for name in shown}
    assert list(shown) == ["schema_version", "summary", "to_describe_to_user", "tools"]
