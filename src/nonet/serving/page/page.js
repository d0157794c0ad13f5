// The page of `nonet serve`: a board, and two sockets by which it asks.

import { Board } from "./board.js";
import { Line } from "./lines.js";

const RETRY = 1000; // milliseconds before a server that went away is looked for again
const MOST_BYTES = 1 << 22; // of a question: what the server takes
const GONE = "The server is gone; what you enter is kept.";
const REFUSED = "Too many boards are open, or the server was started anew: use the address that it prints.";

// What was being asked when the server went away is asked again when it comes back.
function connect(onlyNewest) {
  let socket;
  const line = new Line(onlyNewest, (question) => {
    const text = JSON.stringify(question);
    if (new Blob([text]).size > MOST_BYTES) line.hear({ nonce: question.nonce, type: "invalid", message: "this is too long: 4 MB at most" });
    else if (socket.readyState === WebSocket.OPEN) socket.send(text);
  });
  const open = () => {
    socket = new WebSocket(`ws://${location.host}/ask${location.search}`);
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      document.body.classList.remove("away");
      line.repeat();
    };
    socket.onmessage = (event) => line.hear(JSON.parse(event.data));
    socket.onclose = async () => {
      const isThere = !wasOpen && (await fetch("board.css").catch(() => null));
      document.querySelector(".nonet-away").textContent = isThere ? REFUSED : GONE;
      document.body.classList.add("away");
      setTimeout(open, RETRY);
    };
  };
  open();
  return (question, hear) => line.ask(question, hear);
}

// Each tab has its own work; a new one begins with the newest of all.
const store = {
  getItem: (name) => sessionStorage.getItem(name) ?? localStorage.getItem(name),
  setItem: (name, text) => {
    sessionStorage.setItem(name, text);
    localStorage.setItem(name, text);
  },
};

window.board = new Board(document.querySelector("main"), { live: connect(true), errand: connect(false), store });
