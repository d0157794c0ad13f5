// The page of `nonet serve`: a board, and two sockets by which it asks.

import { Board } from "./board.js";
import { Line } from "./lines.js";

const RETRY = 1000; // milliseconds before a server that went away is looked for again
const MOST_BYTES = 1 << 22; // of a question: what the server takes
const GONE = "The server is gone; what you enter is kept.";
const ANEW = "The server was started anew: use the address that it prints.";
const FULL = "Three boards are open already, which is all that one server answers. Close one of them, and this one opens.";
const BEGUN = "nonet-begun"; // the address whose puzzle this tab has opened

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
      document.body.classList.remove("away", "empty");
      line.repeat();
    };
    socket.onmessage = (event) => line.hear(JSON.parse(event.data));
    socket.onclose = async () => {
      const visit = wasOpen ? null : await fetch(location.search).catch(() => null);
      document.querySelector(".nonet-away").textContent = !visit ? GONE : visit.ok ? FULL : ANEW;
      document.body.classList.toggle("empty", !window.board.state);
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

// The puzzle that was named when the server was started: once in a tab, where it is worked on from then on.
async function begin({ board, sessionStorage: kept }) {
  const visit = kept.getItem(BEGUN) === location.search ? null : await fetch(`puzzle${location.search}`).catch(() => null);
  const text = visit?.ok && (await visit.text());
  await board.restored;
  if (text && (await board.open({ command: "read", text }))) kept.setItem(BEGUN, location.search);
}

begin(window);
