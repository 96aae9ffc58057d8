"""Says other things than the pages do.

--drift tools      a tool more, a tool less, a tool in another family
--drift order      two tools and two families in another order
--drift words      a reworded template
--drift counts     a number in summary that is wrong
--drift rule       always-on tools are not counted
--drift always-on  another tool is always on
--drift listed     tools/list lacks a tool and has one that the document does not know
--drift sentence   a sentence that fits no template
--drift surface    another surface under each profile
--drift callable   a loaded tool that is not callable, in `tools`
--drift families   `families` that says other than `tools`
--drift twice      a tool that has two entries in `tools`
--drift hostile    everything hostile, in every string
"""

from typing import Any

from wire import Server, arguments
from world import World

HOSTILE = "a|b`c\n<script>alert(1)</script> --> <!-- /live --> \x1b[31mred\x1b[0m \u202edne {total}"

options = arguments(drift="tools")
shown = World.read(options.world)
families, phrasing = shown.families, shown.phrasing


class Drifted(Server):
    def tool_names(self) -> list[str]:
        names = super().tool_names()
        return [*names[1:], "pantry_ghost"] if options.drift == "listed" else names

    def document(self, arguments: dict[str, Any]) -> dict[str, Any]:
        document = super().document(arguments)
        if options.drift == "counts":
            first, _, rest = document["summary"].partition(" ")
            document["summary"] = f"{int(first) + 1} {rest}"
        if options.drift == "callable":
            document["tools"][0]["callable_now"] = False
        if options.drift == "families":
            core, plan, keep = document["families"]["families"]
            core["tool_count"] += 1
            plan["tools"] = plan["tools"][1:]
            keep["loaded"] = not keep["loaded"]
        if options.drift == "twice":
            document["tools"].append(document["tools"][0])
        if options.drift == "sentence":
            document["summary"] = "Ask me anything!"
        if options.drift == "hostile":
            document["summary"] = f"{HOSTILE} {document['summary']}"
        return document


if options.drift == "tools":
    families["plan"].remove("pantry_week")
    families["plan"].append("pantry_feast")
    families["keep"].remove("pantry_label")
    families["core"].append("pantry_label")
if options.drift == "order":
    families["core"].reverse()
    shown.families = {name: families[name] for name in ("core", "keep", "plan")}
if options.drift == "words":
    phrasing["summary"] = phrasing["summary"].replace("tools are", "jars and tools stand")
if options.drift == "rule":
    phrasing["summary_counts_always_on"] = False
if options.drift == "always-on":
    shown.always_on = ["pantry_menu"]
if options.drift == "surface":
    families["keep"].append(f"pantry_{options.profile}_only")
if options.drift == "hostile":
    families["core"].append(HOSTILE)
    families[HOSTILE] = ["pantry_bomb"]
name = HOSTILE if options.drift == "hostile" else "pantry"
server = Drifted(shown, options.profile, name)
server.version = HOSTILE if options.drift == "hostile" else shown.label
server.serve()
