"""Never answers a method, or answers it late.

--method initialize  the method
--seconds 60         how long it waits before it answers
--family setsid      first starts a grandchild that does the same; `group` keeps it in the
                     server's process group, `setsid` takes it out
"""

import subprocess
import sys
import time
from typing import Any

from wire import Server, arguments
from world import World

options = arguments(method="initialize", seconds=60.0, family="")


class Silent(Server):
    def before_answer(self, request: dict[str, Any]) -> None:
        if request["method"] == options.method:
            time.sleep(options.seconds)


if options.family:
    subprocess.Popen(
        [sys.executable, "-S", "-E", "-c", "import time; time.sleep(60)"],
        start_new_session=options.family == "setsid",
    )
Silent(World.read(options.world), options.profile).serve()
