/* Above the profile matrix: a field that leaves only the rows that hold every word typed. */
const filter = () => {
  const place = document.getElementById("profile-filter");
  const rows = [...(place?.closest("article")?.querySelectorAll("tbody tr") ?? [])];
  if (!rows.length || place.firstChild) return;

  const label = document.createElement("label");
  const input = document.createElement("input");
  const status = document.createElement("p");
  label.htmlFor = input.id = "profile-filter-words";
  label.textContent = "Show rows with these words, such as “graph archive” or “28”";
  Object.assign(input, { type: "search", autocomplete: "off", spellcheck: false, autocapitalize: "none" });
  status.setAttribute("role", "status");

  let timer;
  const apply = () => {
    const words = input.value.toLowerCase().split(/[\s,]+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const held = row.textContent.split(/[\s,]+/);
      row.hidden = !words.every((word) => held.some((each) => each.startsWith(word)));
      shown += !row.hidden;
    }
    clearTimeout(timer); // who types hears the result, not every step
    timer = setTimeout(() => (status.textContent = `${shown} of ${rows.length} sets shown`), 200);
  };
  input.addEventListener("input", apply);
  place.append(label, input, status);
  apply();
};

if (globalThis.document$) document$.subscribe(filter);
else filter();
