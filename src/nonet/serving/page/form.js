// A form for the keys of a rule, with the same texts as in JSON. It folds away the keys that few setters need.

import { element } from "./controls.js";
import { Switchboard } from "./switchboard.js";

const wordsOf = (text) => text.split(/[\s,]+/).filter(Boolean);
const isList = (text) => text.startsWith("["); // a list in JSON
const READERS = {
  integer: (text) => (/^-?\d+$/.test(text) ? Number(text) : text), // the server reports the error
  integers: (text) => wordsOf(text).map(READERS.integer),
  groups: (text) => text.split(";"),
  length: (text) => READERS.integer(text),
  table: (text) => (isList(text) ? READERS.json(text) : text.split(",").filter((row) => row.trim()).map(READERS.integers)),
  rules: (text) => (isList(text) ? READERS.json(text) : READERS.integers(text)),
  json: (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  },
};
READERS.pairs = READERS.table;
const WRITERS = {
  integers: (values) => values.join(" "),
  cells: (names) => names.join(" "),
  groups: (groups) => groups.map((names) => names.join(" ")).join("; "),
  table: (rows) => rows.map((row) => row.join(" ")).join(", "),
  rules: (value) => JSON.stringify(value),
  json: (value) => JSON.stringify(value),
};
WRITERS.pairs = WRITERS.table;
const HINTS = {
  integers: "1 2 3",
  cells: "r1c1-r1c3 r2c3",
  cell: "r1c1",
  groups: "r1c1 r1c2; r2c1 r2c2",
  rules: "4 5",
  json: "JSON",
};

export class Form {
  constructor(place, keys, values) {
    this.keys = keys;
    this.more = element("details");
    this.more.append(element("summary", {}, "More"));
    this.inputs = keys.map((key) => {
      const input = key.kind === "pairs" ? new Switchboard(key, values) : inputFor(key);
      const label = input.element ?? element("label", { class: "nonet-key" }, key.label);
      if (!input.element) label.append(input);
      input.name = key.name;
      (key.rare ? this.more : place).append(label);
      return input;
    });
    if (keys.some(({ rare }) => rare)) place.append(this.more);
  }

  each(use) {
    this.keys.forEach((key, index) => use(key, this.inputs[index]));
  }

  first() {
    return this.inputs.find((input) => input.type === "text");
  }

  missing() {
    return this.inputs.find((input, index) => this.keys[index].required && !input.value.trim());
  }

  // Keys without an entry keep their defaults.
  values() {
    const found = {};
    this.each(({ name, kind, default: usual }, input) => {
      const text = input.value.trim();
      if (kind === "boolean") {
        if (input.checked !== usual) found[name] = input.checked;
      } else if (text) found[name] = READERS[kind]?.(text) ?? text;
    });
    return found;
  }

  fill(rule) {
    this.each(({ name, kind }, input) => {
      if (!(name in rule) || rule[name] === null) return;
      if (kind === "boolean") input.checked = rule[name];
      else input.value = WRITERS[kind]?.(rule[name]) ?? rule[name];
    });
    if (this.keys.some(({ name, rare }) => rare && name in rule)) this.more.open = true;
  }

  // Clears the keys that differ from rule to rule. The setter may draw several lines of an own rule.
  forget() {
    if (this.keys.some(({ preset }) => preset)) return;
    this.each((key, input) => {
      if (input.type === "text" && (key.required || key.default === null)) input.value = "";
    });
  }
}

function inputFor({ kind, choices, required, default: usual, example, preset }) {
  if (kind === "boolean") {
    const box = element("input", { type: "checkbox" });
    box.checked = usual === true;
    return box;
  }
  if (kind === "choice") {
    const select = element("select");
    for (const choice of required ? choices : ["", ...choices]) select.append(element("option", { value: choice }, choice || "not drawn"));
    select.value = preset ?? select.value;
    return select;
  }
  const hint = ["number", "string"].includes(typeof usual) ? usual : example ? WRITERS[kind](example) : (HINTS[kind] ?? "");
  return element("input", { type: "text", autocomplete: "off", placeholder: hint });
}
