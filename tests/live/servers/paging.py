"""Serves tools/list in pages (MC3).

--pages plain      pages of --size tools
--pages hole       an empty page in the middle, with a cursor
--pages empty      the last page has an empty string for a cursor
--pages null       the last page has null for a cursor
--pages repeat     the same cursor again and again
--pages fresh      a new cursor for ever
--pages duplicate  one tool stands on two pages
--pages error      an error on the second page
"""

from typing import Any

from wire import RefusalError, Server, arguments
from world import World

options = arguments(pages="plain", size=5)


class Paging(Server):
    def list_tools(self, params: dict[str, Any]) -> dict[str, Any]:
        names = self.tool_names()
        cursor = params.get("cursor") or "0"
        if options.pages == "fresh":
            return {"tools": [], "nextCursor": str(int(cursor) + 1)}
        hole = cursor.endswith("h")
        start = int(cursor.removesuffix("h"))
        if options.pages == "error" and start:
            raise RefusalError(-32603, "the second shelf is stuck")
        if options.pages == "hole" and start == options.size and not hole:
            return {"tools": [], "nextCursor": f"{cursor}h"}
        page = names[start : start + options.size]
        if options.pages == "duplicate" and start:
            page = [names[0], *page]
        result: dict[str, Any] = {"tools": [self.tool(name) for name in page]}
        if options.pages == "repeat":
            result["nextCursor"] = str(options.size)
        elif start + options.size < len(names):
            result["nextCursor"] = str(start + options.size)
        elif options.pages in ("empty", "null"):
            result["nextCursor"] = "" if options.pages == "empty" else None
        return result


Paging(World.read(options.world), options.profile).serve()
