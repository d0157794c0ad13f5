// Sorts a table by the column whose heading is clicked. A second click reverses the order.
"use strict";

function keyOf(row, column) {
  const cell = row.cells[column];
  return cell.dataset.number === undefined ? cell.textContent : Number(cell.dataset.number);
}

function compare(one, other) {
  return typeof one === "number" ? one - other : one.localeCompare(other, "en", { numeric: true });
}

function sort(table, column) {
  const heads = [...table.tHead.rows[0].cells];
  const sign = heads[column].getAttribute("aria-sort") === "ascending" ? -1 : 1;
  heads.forEach((head) => head.removeAttribute("aria-sort"));
  heads[column].setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [keyOf(row, column), row]);
  // A word in a column of numbers explains why the number is missing. Words always stay below.
  const isWord = ([key]) => typeof key === "string";
  rows.sort((one, other) => isWord(one) - isWord(other) || sign * compare(one[0], other[0]));
  body.append(...rows.map(([, row]) => row));
}

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sort(table, column));
    head.append(button);
  });
}
