// The title, the author and the rules text of the puzzle. Solve shows them, and Set edits them.

import { element } from "./controls.js";

const KEYS = ["title", "author", "rules"];
const HTML = `
  <div class="nonet-shown"><h1></h1><p class="nonet-author"></p><p class="nonet-sentences"></p><p class="nonet-legend"></p></div>
  <details class="nonet-edited"><summary>Title, author and rules</summary></details>`;

// The pairs of a key and a text. In JSON, they are a list if a key has several texts.
const pairsOf = ({ meta = {} }) => (Array.isArray(meta) ? meta : Object.entries(meta));

export function aboutOf(model) {
  const texts = Object.fromEntries(pairsOf(model));
  return Object.fromEntries(KEYS.map((key) => [key, texts[key] ?? ""]));
}

// Returns the model with these texts. An empty text is left out.
export function withAbout(model, about) {
  const before = aboutOf(model);
  const changed = KEYS.filter((key) => about[key] !== before[key]);
  if (!changed.length) return model;
  const others = pairsOf(model).filter(([key]) => !changed.includes(key));
  return { ...model, meta: [...others, ...changed.filter((key) => about[key]).map((key) => [key, about[key]])] };
}

export class About {
  constructor(board, place) {
    this.board = board;
    place.innerHTML = HTML; // a constant
    this.find = (selector) => place.querySelector(selector);
    this.fields = KEYS.map((key) => {
      const field = element(key === "rules" ? "textarea" : "input", { "aria-label": key, placeholder: key, ...(key === "rules" ? { rows: 5 } : { type: "text" }) });
      field.addEventListener("change", () => this.write(key, field.value.trim()));
      return field;
    });
    const button = element("button", { "data-do": "sentences" }, "Write from the rules");
    button.addEventListener("click", () => this.write("rules", this.board.state.board.sentences.join("\n")));
    this.find(".nonet-edited").append(...this.fields, button);
  }

  write(key, text) {
    const { state } = this.board;
    if (text !== state.about[key]) this.board.commit({ ...state, about: { ...state.about, [key]: text } });
  }

  show() {
    const { setting, state } = this.board;
    if (!state) return;
    const { about, board } = state;
    this.find(".nonet-shown").hidden = setting;
    this.find(".nonet-edited").hidden = !setting;
    this.find("h1").textContent = about.title;
    this.find(".nonet-author").textContent = about.author && `by ${about.author}`;
    const text = about.rules || board.sentences.join("\n");
    this.find(".nonet-sentences").textContent = text;
    this.find(".nonet-legend").textContent = board.legend.filter((line) => !text.includes(line)).join("\n");
    this.fields.forEach((field, index) => (field.value = about[KEYS[index]]));
  }
}
