// The shapes of rules: which cells a press or a drag means, and what they are in the keys of a rule.
//
// What is drawn is a list of groups of cells. In this table
//   begins    says what a press does to it: a line begins "anew", cells go to the "same" group, and
//             each drag is "another" one
//   atOnce    whether the rule is added when the pointer is let go
//   at        which cells a point means, where a sign lies between cells or outside
//   meant     which cells are meant by those that the keyboard has chosen
//   says      which other keys a point tells
//   margin    whether the sign lies outside the board

import { inside, nameOf, placeOf } from "./places.js";

export const SHAPES = {
  board: {},
  line: { begins: "anew", atOnce: true, hint: "Drag along the line." },
  cells: { begins: "same", hint: "Press or drag over the cells, then press Enter or Add." },
  groups: { begins: "another", hint: "Drag over each group, then press Enter or Add." },
  edge: { begins: "anew", atOnce: true, at: edgeAt, hint: "Press an edge." },
  corner: { begins: "anew", atOnce: true, at: cornerAt, meant: squareFrom, hint: "Press a corner." },
  outside: { begins: "anew", atOnce: true, at: outsideAt, meant: lineFrom, margin: true, hint: "Press beside the board." },
  diagonal: { begins: "anew", atOnce: true, at: diagonalAt, says: directionAt, margin: true, hint: "Press beside the board, to the left or right of the middle." },
  regions: { hint: "Drag from a region into its neighbours. A cell that is pressed twice, or Enter, begins a region; so does a drag with Shift." },
  rules: { hint: "Draw the rules that it is made of, then write their numbers in the list." },
};

const DIAGONALS = { "down-right": [1, 1], "down-left": [1, -1], "up-right": [-1, 1], "up-left": [-1, -1] };

const among = (least, number, most) => Math.max(least, Math.min(number, most));

function edgeAt({ x, y }, { rows, columns }) {
  const [across, down] = [among(1, Math.round(x), columns - 1), among(1, Math.round(y), rows - 1)];
  const [row, column] = [among(0, Math.floor(y), rows - 1), among(0, Math.floor(x), columns - 1)];
  if (Math.abs(x - across) < Math.abs(y - down)) return [row * columns + across - 1, row * columns + across];
  return [(down - 1) * columns + column, down * columns + column];
}

function cornerAt({ x, y }, size) {
  const [down, across] = [among(1, Math.round(y), size.rows - 1), among(1, Math.round(x), size.columns - 1)];
  return squareFrom([(down - 1) * size.columns + across - 1], size);
}

// Of a single cell, the square to its right and below.
function squareFrom(cells, size) {
  const [row, column] = placeOf(cells[0], size);
  if (cells.length > 1 || !inside(row + 1, column + 1, size)) return cells;
  return [cells[0], cells[0] + 1, cells[0] + size.columns, cells[0] + size.columns + 1];
}

function ray(row, column, down, right, size) {
  const cells = [];
  for (; inside(row, column, size); row += down, column += right) cells.push(row * size.columns + column);
  return cells;
}

function outsideAt({ x, y }, size) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const down = row < 0 ? 1 : row >= size.rows ? -1 : 0;
  const right = column < 0 ? 1 : column >= size.columns ? -1 : 0;
  return down && right ? [] : down || right ? lineFrom(ray(row + down, column + right, down, right, size), size) : [];
}

// From the first cell over the second to the edge; of a single cell, from the edge where it lies.
function lineFrom(cells, size) {
  if (!cells.length) return cells;
  const [row, column] = placeOf(cells[0], size);
  const [below, beside] = cells.length > 1 ? placeOf(cells[1], size) : [row, column];
  const inwards = row === 0 ? [1, 0] : column === 0 ? [0, 1] : row === size.rows - 1 ? [-1, 0] : [0, -1];
  const [down, right] = cells.length > 1 ? [below - row, beside - column] : inwards;
  return ray(row, column, down, right, size);
}

// Of the diagonals that leave a place outside, the one to whose side the point lies.
function directionAt({ x, y }, size) {
  const [row, column] = [Math.floor(y), Math.floor(x)];
  const leave = ([, [down, right]]) => inside(row + down, column + right, size);
  const distance = ([, [down, right]]) => Math.hypot(x - column - 0.5 - right / 4, y - row - 0.5 - down / 4);
  const [nearest] = Object.entries(DIAGONALS).filter(leave).sort((a, b) => distance(a) - distance(b));
  return !inside(row, column, size) && nearest ? { direction: nearest[0] } : null;
}

function diagonalAt(point, size) {
  const said = directionAt(point, size);
  if (!said) return [];
  const [down, right] = DIAGONALS[said.direction];
  return ray(Math.floor(point.y) + down, Math.floor(point.x) + right, down, right, size);
}

const kindOf = ({ keys }, part) => keys.find(({ name }) => name === part).kind;

// What the form asks of a line with several parts: how many of its cells each of them has, but the last.
export function lengthsOf(rule) {
  const parts = rule.shape === "line" ? rule.parts.slice(0, -1) : [];
  return parts.filter((part) => kindOf(rule, part) === "cells").map((name) => ({ name, kind: "length", required: false, default: 1 }));
}

// The keys of a rule for what is drawn. Of several keys each has a single cell, or as many as the form
// says, and the last one has the rest. Cells whose order cannot be seen are in the order in which one reads.
export function keysOf(rule, groups, size, lengths) {
  const { shape, parts } = rule;
  const inOrder = (cells) => (["line", "edge", "outside", "diagonal"].includes(shape) ? cells : cells.toSorted((a, b) => a - b));
  const names = (cells) => inOrder(cells).map((cell) => nameOf(cell, size));
  if (shape === "groups") {
    const found = groups.filter((cells) => cells.length).map(names);
    return parts.length === 1 ? { [parts[0]]: found } : Object.fromEntries(parts.map((part, index) => [part, found[index] ?? []]));
  }
  const cells = SHAPES[shape].meant?.(groups.flat(), size) ?? groups.flat();
  let next = 0;
  const said = parts.map((part, index) => {
    const first = next;
    next = index === parts.length - 1 ? cells.length : first + (lengths[part] ?? 1);
    if (kindOf(rule, part) === "cell") return [part, cells.length > first ? nameOf(cells[first], size) : ""];
    return [part, names(cells.slice(first, next))];
  });
  return Object.fromEntries(said);
}

// The rules with another one; what that is made of is in it, no longer beside it.
export function withRule(rules, rule) {
  if (!Array.isArray(rule.rules)) return [...rules, rule];
  const within = rule.rules.map((said) => (typeof said === "number" ? (rules[said - 1] ?? { rule: String(said) }) : said));
  return [...rules.filter((each) => !within.includes(each)), { ...rule, rules: within }];
}

// Where a rule is among others, -1 if nowhere. By what it says: each reply of the server has new objects.
export function placeIn(rules, rule) {
  const said = JSON.stringify(rule);
  return rules.findIndex((each) => JSON.stringify(each) === said);
}
