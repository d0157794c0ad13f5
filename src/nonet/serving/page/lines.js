// A queue of questions to the server. With onlyNewest, a new question ends all older questions.
// Without it, the server answers the questions in order, but a new question ends the questions in ONLY_SAID.
//
//   const line = new Line(onlyNewest, post)
//
// `post` sends a question, or drops it while there is no connection. `repeat` asks it again later.

const ONLY_SAID = ["hint", "path", "rate", "check", "solutions"];

export class Line {
  constructor(onlyNewest, post) {
    this.onlyNewest = onlyNewest;
    this.post = post;
    this.waiting = []; // the open questions, of which the server is answering the first
    this.nonce = 0;
  }

  ask(question, hear) {
    return new Promise((done) => {
      const [first] = this.waiting;
      const before = this.waiting;
      this.waiting = before.filter((each) => !this.onlyNewest && !ONLY_SAID.includes(each.question.command));
      const ended = before.filter((each) => !this.waiting.includes(each));
      this.waiting.push({ nonce: ++this.nonce, question, hear, done });
      if (this.waiting[0] !== first) this.repeat(); // this ends the question that was first
      for (const each of ended) each.done();
    });
  }

  repeat() {
    if (!this.waiting.length) return;
    const { nonce, question } = this.waiting[0];
    this.post({ nonce, ...question });
  }

  hear(reply) {
    const [asked] = this.waiting;
    if (!asked || reply.nonce !== asked.nonce) return;
    if (reply.type === "invalid") asked.hear({ type: "error", message: reply.message });
    else if (!["end", "canceled"].includes(reply.type)) return asked.hear(reply);
    this.waiting.shift();
    asked.done();
    this.repeat();
  }
}
