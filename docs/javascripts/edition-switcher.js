/* Links to the same page for another edition, in the switcher and in the navigation, lead to the
 * place that the reader is at. They are known by the markers of the region, which stay in the HTML. */
const switcherPaths = () => {
  const paths = new Set();
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode()) {
    const marker = comments.currentNode;
    if (!marker.data.trim().startsWith("live:edition-switcher")) continue;
    for (let node = marker; node && node.data?.trim() !== "/live"; node = node.nextSibling)
      if (node instanceof HTMLAnchorElement) paths.add(node.pathname);
  }
  return paths;
};

/* The switcher stays in reach while the reader scrolls: see extra.css. */
const keepInReach = () => {
  const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
  while (comments.nextNode())
    if (comments.currentNode.data.trim().startsWith("live:edition-switcher"))
      comments.currentNode.parentElement.closest("article > p")?.classList.add("edition-switcher");
};
new MutationObserver(keepInReach).observe(document.body, { childList: true, subtree: true });
keepInReach();

/* Before Material's own listener, which reads the address when it is its turn. */
for (const kind of ["click", "auxclick"])
  document.addEventListener(kind, (event) => {
    const link = event.target.closest?.("a[href]");
    if (link && location.hash && switcherPaths().has(link.pathname)) link.hash = location.hash;
  }, true);
