// The pointer is a mouse or a finger. It calls the methods of the hand that the board uses now.
//
// A hand is an object that gets the pointer and the keys: the selector, a pen or a brush. It has
// the methods press(point, adds), drag(point), release(), double(point), key(event) and forget(). The
// method `key` tells whether the hand used the key. `forget` prepares for a board of another size.
// Points are in cell widths and may be outside the board.

import { CELL } from "./painting.js";
import { onTheWay } from "./places.js";

export function followPointer(board) {
  const { paper } = board;
  let last = null; // the last point while the pointer is down
  const pointOf = (event) => {
    const matrix = board.over?.getScreenCTM();
    if (!matrix) return null;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: x / CELL, y: y / CELL };
  };
  const release = () => {
    if (last) board.hand.release();
    last = null;
  };
  paper.addEventListener("pointerdown", (event) => {
    last = pointOf(event);
    if (!last) return;
    paper.focus();
    paper.setPointerCapture(event.pointerId);
    event.preventDefault();
    board.hand.press(last, event.shiftKey || event.ctrlKey || event.metaKey);
  });
  paper.addEventListener("pointermove", (event) => {
    if (!last || !(event.buttons & 1)) return;
    const point = pointOf(event);
    for (const each of onTheWay(last, point)) board.hand.drag(each);
    last = point;
  });
  paper.addEventListener("pointerup", release);
  paper.addEventListener("pointercancel", release);
  paper.addEventListener("dblclick", (event) => board.hand.double(pointOf(event)));
}
