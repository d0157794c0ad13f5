// The page of `nonet serve`: a board with two sockets for its questions.

import { Board } from "./board.js";
import { Line } from "./lines.js";

const RETRY = 1000; // milliseconds before the page connects again
const MOST_BYTES = 1 << 22; // the most bytes of a question, as on the server
const GONE = "The server does not answer. Your work is saved.";
const ANEW = "Open the address that nonet serve prints. Each start of the server has a new one.";
const FULL = "Three boards are open, the most for one server. Close one of them to open this one.";
const BEGUN = "nonet-begun"; // the address whose puzzle this tab has opened
const TOKEN = "nonet-token"; // the token of the last connection, for shared addresses, which have no token

const token = () => new URLSearchParams(location.search).get("token") ?? localStorage.getItem(TOKEN) ?? "";
const withToken = (path) => `${path}?token=${encodeURIComponent(token())}`;

// Connects to the server. After a failure, it connects again and repeats the open question.
function connect(onlyNewest) {
  let socket;
  const line = new Line(onlyNewest, (question) => {
    const text = JSON.stringify(question);
    if (new Blob([text]).size > MOST_BYTES) line.hear({ nonce: question.nonce, type: "invalid", message: "This is too long. The limit is 4 MB." });
    else if (socket.readyState === WebSocket.OPEN) socket.send(text);
  });
  const open = () => {
    socket = new WebSocket(withToken(`ws://${location.host}/ask`));
    let wasOpen = false;
    socket.onopen = () => {
      wasOpen = true;
      document.body.classList.remove("away", "empty");
      line.repeat();
      localStorage.setItem(TOKEN, token());
    };
    socket.onmessage = (event) => line.hear(JSON.parse(event.data));
    socket.onclose = async () => {
      const visit = wasOpen ? null : await fetch(withToken("puzzle")).catch(() => null);
      document.querySelector(".nonet-away").textContent = !visit ? GONE : visit.ok ? FULL : ANEW;
      document.body.classList.toggle("empty", !window.board.state);
      document.body.classList.add("away");
      setTimeout(open, RETRY);
    };
  };
  open();
  return (question, hear) => line.ask(question, hear);
}

// Shows searches of solvers. The module is loaded when it is needed.
const watch = async (data) => (await import("./searches.js")).show(data);

// Each tab has its own work. A new tab begins with the newest work of all tabs.
const store = {
  getItem: (name) => sessionStorage.getItem(name) ?? localStorage.getItem(name),
  setItem: (name, text) => {
    sessionStorage.setItem(name, text);
    localStorage.setItem(name, text);
  },
};

window.board = new Board(document.querySelector("main"), { live: connect(true), errand: connect(false), store, address: `${location.origin}/`, watch });

document.addEventListener("paste", (event) => event.target === document.body && window.board.take(event.clipboardData.getData("text")));

// Opens the puzzle in the fragment of the address, or the puzzle of the command `nonet serve`. Each tab does this once.
async function begin({ board, sessionStorage: kept }) {
  if (kept.getItem(BEGUN) === location.href) return;
  const shared = location.hash.slice(1);
  const visit = shared ? null : await fetch(withToken("puzzle")).catch(() => null);
  const text = shared || (visit?.ok && (await visit.text()));
  await board.restored;
  if (text && (await board.open({ command: "read", text }))) kept.setItem(BEGUN, location.href);
}

begin(window);
window.addEventListener("hashchange", () => begin(window));
