// The page of `nonet serve`: a board, and two sockets by which it asks.

import { Board } from "./board.js";
import { Line } from "./lines.js";

const RETRY = 1000; // milliseconds before a server that went away is looked for again

// What was being asked when the server went away is asked again when it comes back.
function connect(onlyNewest) {
  let socket;
  const line = new Line(onlyNewest, (question) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(question));
  });
  const open = () => {
    socket = new WebSocket(`ws://${location.host}/ask${location.search}`);
    socket.onopen = () => {
      document.body.classList.remove("away");
      line.repeat();
    };
    socket.onmessage = (event) => line.hear(JSON.parse(event.data));
    socket.onclose = () => {
      document.body.classList.add("away");
      setTimeout(open, RETRY);
    };
  };
  open();
  return (question, hear) => line.ask(question, hear);
}

window.board = new Board(document.querySelector("main"), { live: connect(true), errand: connect(false) });
