"""The built or deployed HTML against the live text of every region. What is public."""

from ai_memory_spec.drift.html.check import check_html
from ai_memory_spec.drift.html.deployed import SiteAddressError, is_address, open_deployed
from ai_memory_spec.drift.html.page_check import HtmlCheck
from ai_memory_spec.drift.html.site import BuiltSite, UnreadError, open_folder

__all__ = [
    "BuiltSite",
    "HtmlCheck",
    "SiteAddressError",
    "UnreadError",
    "check_html",
    "is_address",
    "open_deployed",
    "open_folder",
]
