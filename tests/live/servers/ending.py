"""Ends, or does not end, when it should not (MC2).

--when start       says why on stderr and ends with 1 before it reads anything
--when list        answers initialize and dies during tools/list
--when after       answers everything and ends with 3
--when never       answers everything and stays when its input ends
--when closes      closes its stdout during tools/list and stays
--when killed      is ended by a signal during tools/list
"""

import os
import signal
import sys
import time
from typing import Any

from wire import Server, arguments
from world import World

options = arguments(when="after")


class Ending(Server):
    def before_answer(self, request: dict[str, Any]) -> None:
        if request["method"] != "tools/list":
            return
        if options.when == "list":
            sys.stderr.write("\x1b[31mERROR\x1b[0m the shelf is on fire\n")
            sys.stderr.flush()
            os._exit(7)
        if options.when == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if options.when == "closes":
            os.close(1)
            time.sleep(60)


if options.when == "start":
    sys.exit("reading the cupboard\nPANTRY_TOKEN is not set")
Ending(World.read(options.world), options.profile).serve()
if options.when == "never":
    time.sleep(60)
sys.exit(3 if options.when == "after" else 0)
