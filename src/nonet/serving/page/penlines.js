// The player's lines, between the centres of neighbouring cells or along the edges of cells. Drawing a line
// again erases it.
//
// The state has the colour of each stretch, such as { "0.5 0.5 1.5 0.5": 1 }. The key has the two ends.

import { INKS } from "./painting.js";
import { ARROWS, placeOf, stepFrom } from "./places.js";

const distance = (a, b) => Math.hypot(a.x - b.x, a.y - b.y);
const isSame = (a, b) => a?.x === b.x && a.y === b.y;

// Returns the nearest point at the centre of a cell if `part` is a half, or at a corner if it is 0.
const nearest = ({ x, y }, part) => ({ x: Math.round(x - part) + part, y: Math.round(y - part) + part });

// Returns the first point of a line. The line goes along edges if the pointer moves near an edge.
function beginning(from, to) {
  const [across, down] = [to.x - from.x, to.y - from.y];
  const [less, more] = [Math.abs(across), Math.abs(down)].sort((a, b) => a - b);
  const beside = more === Math.abs(across) ? (from.y + to.y) / 2 : (from.x + to.x) / 2;
  const isCentral = less > more / 2 ? distance(from, nearest(from, 0.5)) < distance(from, nearest(from, 0)) : Math.abs((beside % 1) - 0.5) < 0.25;
  // From the middle of an edge, the line begins at the corner behind the pointer.
  return isCentral ? nearest(from, 0.5) : nearest({ x: from.x - Math.sign(Math.round(across)) / 5, y: from.y - Math.sign(Math.round(down)) / 5 }, 0);
}

function keyOf(a, b) {
  const [first, last] = [a, b].sort((one, other) => one.y - other.y || one.x - other.x);
  return `${first.x} ${first.y} ${last.x} ${last.y}`;
}

// Returns the lines with a new one. If its first stretch has its colour already, the new line erases.
function withLine(lines, points, ink) {
  const keys = points.slice(1).map((point, index) => keyOf(points[index], point));
  const others = Object.entries(lines).filter(([key]) => !keys.includes(key));
  return Object.fromEntries([...others, ...(lines[keys[0]] === ink ? [] : keys.map((key) => [key, ink]))]);
}

// The hand (see pointer.js) that draws lines.
export class LinePen {
  constructor(board) {
    this.board = board;
    this.ink = 1; // the number of the colour
    this.groups = [];
    this.forget();
  }

  get cells() {
    return this.from === null ? [] : [this.from];
  }

  forget() {
    this.points = [];
    this.from = null; // the cell where the keyboard begins a slanting line
  }

  get lines() {
    const { lines } = this.board.state;
    return this.points.length > 1 ? withLine(lines, this.points, this.ink) : lines;
  }

  press(point) {
    this.forget();
    this.start = point;
  }

  drag(point) {
    const { board, points, start } = this;
    const isOn = ({ x, y }) => x >= 0 && y >= 0 && x <= board.size.columns && y <= board.size.rows;
    if (!points.length && distance(start, point) >= 0.5) points.push(...[beginning(start, point)].filter(isOn));
    const last = points.at(-1);
    if (!last) return;
    const by = [point.x - last.x, point.y - last.y];
    const most = Math.max(...by.map(Math.abs));
    const [right, down] = by.map((part) => (most >= 0.5 && Math.abs(part) > 0.7 * most ? Math.sign(part) : 0));
    const next = { x: last.x + right, y: last.y + down };
    if (isSame(last, next) || !isOn(next)) return;
    if (isSame(points.at(-2), next)) points.pop();
    else points.push(next);
    board.paint();
  }

  release() {
    const { points } = this;
    this.points = []; // the board shows the new state
    if (points.length > 1) this.draw(points);
  }

  double() {}

  draw(points) {
    const { board } = this;
    const lines = withLine(board.state.lines, points, this.ink);
    board.say(keyOf(points[0], points[1]) in lines ? "line drawn" : "line erased");
    board.commit({ ...board.state, lines });
  }

  // Chooses a colour. The value 0 erases all lines.
  dip(value) {
    const { board } = this;
    if (!value) return Object.keys(board.state.lines).length && board.commit({ ...board.state, lines: {} });
    if (value <= INKS.length) this.ink = value;
    board.layPad();
  }

  key(event) {
    const { board } = this;
    const step = ARROWS[event.key];
    if (step && (event.ctrlKey || event.metaKey)) this.drawEdge(step);
    else if (step) this.move(stepFrom(board.cursor, event.key, board.size), event.shiftKey);
    else if (event.key === " ") this.join();
    else if (event.key === "Escape") board.choose("value");
    else return board.selector.key(event);
    return true;
  }

  centre(cell) {
    const [row, column] = placeOf(cell, this.board.size);
    return { x: column + 0.5, y: row + 0.5 };
  }

  // Draws from the cursor to a neighbour.
  join() {
    const [from, { cursor }] = [this.from, this.board];
    this.from = cursor;
    if (from !== null) this.connect(from, cursor);
    this.board.speak();
  }

  move(next, draws) {
    const { board } = this;
    if (draws) this.connect(board.cursor, next);
    board.cursor = next;
    board.speak();
    board.paint();
  }

  connect(from, to) {
    const points = [this.centre(from), this.centre(to)];
    const apart = distance(...points);
    if (apart > 0 && apart < 2) this.draw(points);
  }

  drawEdge([down, right]) {
    const { x, y } = this.centre(this.board.cursor);
    const ends = [-1, 1].map((end) => ({ x: x + (right + end * down) / 2, y: y + (down + end * right) / 2 }));
    this.draw(ends);
  }
}
