/* What Material leaves out for people who use a keyboard or a screen reader. Each line here answers
 * a finding of axe-core, named beside it; `tests/site/browser/test_axe.py` tells when one can go. */

/* scrollable-region-focusable: what scrolls sideways must be reachable with the keyboard. */
const FIGURE = '.md-typeset p:has(> img[src*="figures/"])';
const update = (box) => {
  const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight;
  const what = box.matches(".md-typeset__scrollwrap") ? "Table" : box.matches(FIGURE) ? "Figure" : "";
  if (scrolls) box.tabIndex = 0;
  if (scrolls && what) {
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", `${what}, scrolls sideways`);
  } else if (what) for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
};
const sizes = new ResizeObserver((entries) => entries.forEach(({ target }) => update(target)));

const mend = () => {
  for (const box of document.querySelectorAll(`.md-typeset__scrollwrap, .md-typeset pre > code, ${FIGURE}`)) sizes.observe(box);
  /* landmark-unique: the copy button of each code block is no part of the navigation. */
  for (const nav of document.querySelectorAll(".md-code__nav:not([role])")) nav.setAttribute("role", "none");
  /* aria-progressbar-name, region: the line that grows while a page loads is decoration. */
  document.querySelector(".md-progress")?.setAttribute("aria-hidden", "true");
  /* aria-dialog-name */
  document.querySelector(".md-search[role=dialog]")?.setAttribute("aria-label", "Search");
};

/* Material wraps tables and adds buttons some time after it has shown a page. */
new MutationObserver(mend).observe(document.body, { childList: true, subtree: true });
mend();
