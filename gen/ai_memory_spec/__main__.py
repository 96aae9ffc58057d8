"""`python -m ai_memory_spec`."""

import sys

from ai_memory_spec.cli import main

sys.exit(main())
