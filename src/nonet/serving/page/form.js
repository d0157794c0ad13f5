// A form for the keys of a rule, with the same texts as in JSON.

import { element } from "./controls.js";

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
const WRITERS = {
  integers: (values) => values.join(" "),
  cells: (names) => names.join(" "),
  groups: (groups) => groups.map((names) => names.join(" ")).join("; "),
  table: (rows) => rows.map((row) => row.join(" ")).join(", "),
  rules: (value) => JSON.stringify(value),
  json: (value) => JSON.stringify(value),
};
const HINTS = {
  integers: "1 2 3",
  cells: "r1c1-r1c3 r2c3",
  cell: "r1c1",
  groups: "r1c1 r1c2; r2c1 r2c2",
  rules: "4 5",
  json: "JSON",
};

export class Form {
  constructor(place, keys) {
    this.keys = keys;
    this.inputs = keys.map((key) => {
      const label = element("label", { class: "nonet-key" }, labelOf(key));
      const input = label.appendChild(inputFor(key));
      input.name = key.name;
      place.append(label);
      return input;
    });
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
  }

  // Clears the keys that differ from rule to rule.
  forget() {
    this.each((key, input) => {
      if (input.type === "text" && (key.required || key.default === null)) input.value = "";
    });
  }
}

function labelOf({ name, kind }) {
  const words = name.replaceAll("_", " ");
  return kind === "length" ? `cells of the ${words}` : words;
}

function inputFor({ kind, choices, required, default: usual, example }) {
  if (kind === "boolean") {
    const box = element("input", { type: "checkbox" });
    box.checked = usual === true;
    return box;
  }
  if (kind === "choice") {
    const select = element("select");
    for (const choice of required ? choices : ["", ...choices]) select.append(element("option", { value: choice }, choice));
    return select;
  }
  const hint = ["number", "string"].includes(typeof usual) ? usual : example ? WRITERS[kind](example) : (HINTS[kind] ?? "");
  return element("input", { type: "text", autocomplete: "off", placeholder: hint });
}
