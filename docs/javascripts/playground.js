/* Looks up what the core wrote to phrasings/<edition>.json; only the reading of a profile string is
 * ported. What a user types reaches the page as text or as a value, never as markup. */

/* Reading a profile string, as phrasing/profile.py and errors.py do. */

const fill = (template, values) => template.replace(/\{([a-z_]+)\}/g, (_, name) => values[name]);

const quote = (text, unseen) =>
  `'${text.replace(/[\\']/g, "\\$&").replace(new RegExp(unseen, "gu"), (char) =>
    `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`)}'`;

const trim = (text, blanks) => text.replace(new RegExp(`^[${blanks}]+|[${blanks}]+$`, "g"), "");

/* Characters in common, over all: the longest common run, then the same left and right of it. */
const likeness = (a, b) => {
  const common = (aStart, aEnd, bStart, bEnd) => {
    let [atA, atB, size] = [0, 0, 0];
    for (let i = aStart; i < aEnd; i++)
      for (let j = bStart; j < bEnd; j++) {
        let run = 0;
        while (i + run < aEnd && j + run < bEnd && a[i + run] === b[j + run]) run++;
        if (run > size) [atA, atB, size] = [i, j, run];
      }
    return size && size + common(aStart, atA, bStart, atB) + common(atA + size, aEnd, atB + size, bEnd);
  };
  return (2 * common(0, a.length, 0, b.length)) / (a.length + b.length);
};

const nearest = (word, names) => {
  const letters = [...word];
  if (letters.length > 64) return null;
  const scored = names.map((name) => ({ name, score: likeness([...name], letters) }));
  scored.sort((one, two) => two.score - one.score || (one.name < two.name ? 1 : -1));
  return scored[0].score >= 0.6 ? scored[0].name : null;
};

/* {entry} with the profile's entry of the data, or {error} with the core's message. */
const readProfile = (data, text) => {
  const { blanks, unseen, messages } = data.reading;
  const families = data.families.map((family) => family.name);
  const names = [...Object.keys(data.named_profiles), ...families];
  if (/[A-Z]/.test(text)) {
    const mended = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()).split(",")
      .map((raw) => trim(raw, blanks)).map((token) => !token || names.includes(token) ? token : nearest(token, names));
    const hint = mended.includes(null) ? "" : fill(messages.case_hint, { text: quote(mended.join(","), unseen) });
    return { error: fill(messages.case, { text: quote(text, unseen), hint }) };
  }
  const chosen = new Set();
  for (const raw of text.split(",")) {
    const token = trim(raw, blanks);
    if (!token) continue;
    if (!names.includes(token)) {
      const match = nearest(token, names);
      const hint = match ? fill(messages.unknown_hint, { match: quote(match, unseen) }) : "";
      return { error: fill(messages.unknown, { token: quote(token, unseen), hint }) };
    }
    const named = Object.hasOwn(data.named_profiles, token) && data.named_profiles[token];
    for (const family of named || [token]) chosen.add(family);
    if (named.length === families.length) break;
  }
  return { entry: findEntry(data, chosen) };
};

const findEntry = (data, chosen) => {
  if (data.base_family) chosen.add(data.base_family);
  const names = data.families.map(({ name }) => name).filter((name) => chosen.has(name) || !chosen.size);
  return data.profiles.find(({ families }) => families.join() === names.join());
};

const diffWords = (before, after) => {
  const [a, b] = [before, after].map((text) => text.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? []);
  const common = Array.from({ length: a.length + 1 }, () => new Array(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
  const runs = [];
  const add = (kind, text) => {
    if (runs.at(-1)?.kind === kind) runs.at(-1).text += text;
    else runs.push({ kind, text });
  };
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    if (i < a.length && a[i] === b[j]) add("same", (j++, a[i++]));
    else if (j === b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) add("del", a[i++]);
    else add("ins", b[j++]);
  }
  return runs;
};

const make = (tag, attributes, ...children) => {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value !== false) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
};

const code = (text, attributes = {}) => make("code", attributes, text);

const options = (named) => Object.keys(named).map((value) => make("option", { value }, value));

const table = (name, head, rows) =>
  make("div", { class: "pg-scroll", tabindex: "0", role: "group", "aria-label": name },
    make("table", { class: "pg-table" },
      make("tr", {}, ...head.map((text) => make("th", { scope: "col" }, text))),
      ...rows.map(([first, ...rest]) => make("tr", {},
        make("th", { scope: "row" }, code(first)), ...rest.map((cell) => make("td", {}, cell))))));

const COUNTS = ["visible", "total", "unloaded", "n_loaded", "n_unloaded"];

/* The sum behind each count; its summands are the data's. */
const explain = (data, entry) => {
  const sum = (keep) => data.families.filter(({ name }) => keep(name))
    .map(({ name, counted }) => `${name} ${counted}`).join(" + ") || "no family";
  const loaded = sum((name) => entry.families.includes(name));
  const others = sum((name) => !entry.families.includes(name));
  const always = data.summary_counts_always_on ? ` + always on ${data.always_on.length}` : "";
  return [loaded + always, sum(() => true) + always, `${entry.total} − ${entry.visible}`, loaded, others];
};

const v3Document = (data, { families, summary, to_describe_to_user }) => ({
  schema_version: "3",
  summary,
  to_describe_to_user,
  tools: data.families.flatMap(({ name: family, tools }) => {
    const loaded = families.includes(family);
    return tools.map((name) => ({ name, family, loaded, callable_now: loaded }));
  }),
});

const title = (data, { profile, visible, total }) =>
  `edition ${data.edition}, profile ${profile}, ${visible} of ${total} tools visible`;

class Playground {
  constructor(root, sources) {
    Object.assign(this, { root, sources, cache: Object.create(null), sides: [{}, {}] });
    this.status = make("p", { role: "status", class: "pg-unseen" });
    this.output = make("div", { class: "pg-output" });
    this.compare = make("input", { type: "checkbox", change: () => this.changed() });
    const [one, two] = this.sides.map((side, index) => this.form(side, index));
    root.replaceChildren(one, make("p", {}, make("label", {}, this.compare, " Compare with a second choice")),
      two, this.status, this.output);
    this.readAddress();
    addEventListener("popstate", () => root.isConnected && this.readAddress());
  }

  form(side, index) {
    const id = (name) => `pg-${name}-${index}`;
    side.edition = make("select", { id: id("edition"), change: () => this.changed() },
      ...options(this.sources));
    side.named = make("select", { id: id("named"), change: () => this.changed(side, side.named.value) });
    side.text = make("input", { id: id("text"), type: "text", spellcheck: "false", autocapitalize: "none",
      autocomplete: "off", "aria-describedby": id("error"), input: () => this.changed(side, side.text.value) });
    side.families = make("fieldset", { class: "pg-families" });
    side.error = make("p", { id: id("error"), class: "pg-error" });
    const field = (name, control) => make("p", { class: "pg-field" }, make("label", { for: control.id }, name), control);
    side.form = make("div", { class: "pg-form", role: "group", "aria-label": index ? "Second choice" : "Choice" },
      field("Edition", side.edition), field("Named profile", side.named), field("Profile string", side.text),
      side.error, side.families);
    return side.form;
  }

  /* A link brings the state back. */
  readAddress() {
    const query = new URLSearchParams(location.search);
    ["", "with-"].forEach((prefix, index) => {
      const side = this.sides[index];
      const label = query.get(`${prefix}edition`) ?? query.get("edition") ?? Object.keys(this.sources)[0];
      if (!Object.hasOwn(this.sources, label)) side.edition.append(...options({ [label]: 0 }));
      side.edition.value = label;
      side.value = query.get(index ? "with" : "profile") ?? (index ? "full" : "core");
    });
    this.compare.checked = query.has("with");
    this.draw();
  }

  changed(side, value) {
    if (side) side.value = value;
    const [one, two] = this.sides;
    const query = new URLSearchParams({ edition: one.edition.value, profile: one.value });
    if (this.compare.checked) {
      query.set("with-edition", two.edition.value);
      query.set("with", two.value);
    }
    history.replaceState(history.state, "", `${location.pathname}?${query}${location.hash}`);
    this.draw();
  }

  say(text) {
    clearTimeout(this.timer); // who types hears the result, not every step
    this.timer = setTimeout(() => (this.status.textContent = text), 300);
  }

  async load(label) {
    try {
      if (!Object.hasOwn(this.sources, label)) throw new Error(`no edition '${label}' has sentences`);
      const response = await fetch(this.sources[label]);
      if (!response.ok) throw new Error(`the server answered ${response.status}`);
      const data = await response.json();
      if (data.profiles) return data;
      throw new Error("it holds no profiles");
    } catch (error) {
      const text = `The data could not be loaded: ${error.message}.`;
      this.output.replaceChildren(make("p", { class: "pg-error" }, text));
      this.say(text);
    }
  }

  async draw() {
    const turn = (this.turn = {});
    const sides = this.compare.checked ? this.sides : [this.sides[0]];
    this.sides[1].form.hidden = !this.compare.checked;
    for (const side of sides) {
      const label = side.edition.value;
      const data = (this.cache[label] ??= await this.load(label));
      if (turn !== this.turn || !data) return; // a later choice is being drawn, or none can be
      this.drawForm(side, data);
    }
    const errors = sides.map((side) => side.result.error).filter(Boolean);
    this.output.replaceChildren(...(errors.length ? [] : this.results(...sides)));
    this.say(errors[0] ?? sides.map(({ data, result }) => title(data, result.entry)).join(", compared with "));
  }

  /* Only what another edition offers is made anew, so the focus is kept. */
  drawForm(side, data) {
    if (side.data !== data) {
      side.data = data;
      side.named.replaceChildren(make("option", { value: "", disabled: true }, "custom"),
        ...options(data.named_profiles));
      const pick = () => this.changed(side, findEntry(data, new Set(
        side.boxes.filter((box) => box.checked).map((box) => box.value))).profile);
      side.boxes = data.families.map(({ name: value }) =>
        make("input", { type: "checkbox", value, change: pick, disabled: value === data.base_family }));
      side.families.replaceChildren(make("legend", {}, "Families"), ...data.families.map(({ name, tools }, at) =>
        make("label", {}, side.boxes[at], ` ${name} (${tools.length})`)));
    }
    const { entry, error = "" } = (side.result = readProfile(data, side.value));
    if (side.text.value !== side.value) side.text.value = side.value;
    side.text.setAttribute("aria-invalid", String(!entry));
    side.error.textContent = error;
    side.error.hidden = !error;
    side.named.value = Object.hasOwn(data.named_profiles, entry?.profile) ? entry.profile : "";
    if (entry) for (const box of side.boxes) box.checked = entry.families.includes(box.value);
  }

  copyButton(what, text) {
    return make("button", { type: "button", class: "md-button", click: async ({ target }) => {
      const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
      this.say((target.textContent = `${done ? "Copied" : "Could not copy"} ${what}`));
    } }, `Copy ${what}`);
  }

  results({ data, result: { entry } }, second) {
    const reasons = explain(data, entry);
    const held = data.forbidden.filter((text) => entry.to_describe_to_user.includes(text));
    const json = JSON.stringify(v3Document(data, entry), null, 2);
    const sentence = (field) => [make("h3", {}, code(field)),
      make("blockquote", { "data-field": field }, entry[field]), this.copyButton(field, entry[field])];
    return [
      make("h2", {}, "Sentences"),
      make("p", { class: "pg-title" }, `For ${title(data, entry)}.`),
      ...sentence("summary"), ...sentence("to_describe_to_user"),
      make("p", { class: "pg-tone" }, held.length ? `Tone check failed: it holds ${held.join(", ")}.`
        : `Tone check passed: it holds none of the ${data.forbidden.length} forbidden strings.`),
      make("h2", {}, "Counts"),
      table("Counts", ["Number", "Value", "Why"], COUNTS.map((name, at) => [name, entry[name], reasons[at]])),
      make("p", {}, `Always on: ${data.always_on.join(", ")}. This edition counts that in `,
        data.summary_counts_always_on ? "visible and total only." : "none of these."),
      ...(second ? this.comparison(data, entry, second) : []),
      make("h2", {}, "Document"),
      make("p", {}, "The v3 document, as far as edition and profile fix it; no allowlist."),
      make("details", {}, make("summary", {}, "Show JSON"),
        make("pre", {}, code(json, { "data-field": "document", tabindex: 0 }))),
      this.copyButton("document", json),
    ];
  }

  comparison(data, entry, { data: otherData, result: { entry: other } }) {
    const diff = (field) => [make("h3", {}, code(field)), entry[field] === other[field]
      ? make("p", {}, "Both say the same.")
      : make("blockquote", { "data-diff": field }, ...diffWords(entry[field], other[field])
          .map(({ kind, text }) => (kind === "same" ? text : make(kind, {}, text))))];
    return [
      make("h2", {}, "Comparison"),
      make("p", {}, `From ${title(data, entry)}, to ${title(otherData, other)}: `,
        make("del", {}, "in the first only"), ", ", make("ins", {}, "in the second only"), "."),
      ...diff("summary"), ...diff("to_describe_to_user"),
      table("Counts compared", ["Number", "First", "Second"], COUNTS.map((name) => [name, entry[name], other[name]])),
    ];
  }
}

globalThis.aiMemoryPlayground = { readProfile };

const begin = () => {
  const root = document.getElementById("pg-root");
  if (!root || root.dataset.begun) return;
  root.dataset.begun = "yes";
  const links = (root.closest("article") ?? document).querySelectorAll('a[href$=".json"]');
  const sources = Object.fromEntries([...links].map((link) => [/([^/]+)\.json$/.exec(link.pathname)[1], link.href]));
  if (links.length) new Playground(root, sources);
};
if (globalThis.document$) document$.subscribe(begin);
else begin();
