"""A notebook without Jupyter: widgets in Python, and a page that shows them as anywidget does."""

import time
from queue import Empty, SimpleQueue

import comm
from comm.base_comm import BaseComm

#: The page gives the widget's module a model and an element, as a notebook does.
NOTEBOOK = """
class Model {
  constructor(id, state) { Object.assign(this, { id, state, heard: {}, unsaved: {} }); }
  get(name) { return this.state[name]; }
  set(name, value) {
    if (this.state[name] === value) return;
    this.state[name] = this.unsaved[name] = value;
    this.fire(`change:${name}`);
  }
  save_changes() {
    tell(this.id, { method: "update", state: this.unsaved, buffer_paths: [] });
    this.unsaved = {};
  }
  send(content) { tell(this.id, { method: "custom", content }); }
  on(event, act) { (this.heard[event] ??= []).push(act); }
  off(event, act) { this.heard[event] = this.heard[event].filter((each) => each !== act); }
  fire(event, content) { for (const act of this.heard[event] ?? []) act(content); }
  hear({ method, state, content }) {
    if (method === "custom") this.fire("msg:custom", content);
    if (method === "update") for (const [name, value] of Object.entries(state)) {
      if (this.state[name] === value) continue;
      this.state[name] = value;
      this.fire(`change:${name}`);
    }
  }
}
window.notebook = {
  models: {},
  views: [],
  async show(id, state) {
    const model = (this.models[id] ??= new Model(id, state));
    const address = URL.createObjectURL(new Blob([state._esm], { type: "text/javascript" }));
    const style = document.createElement("style");
    style.textContent = state._css;
    const el = document.createElement("div");
    document.body.append(style, el);
    const { default: widget } = await import(address);
    this.views.push({ el, end: await widget.render({ model, el }) });
  },
  async remove(index) { this.views[index].el.remove(); await this.views[index].end(); },
};
"""


class Notebook:
    """A notebook for a test. It has the widgets that the test makes, and a page that shows them."""

    def __init__(self, page, monkeypatch):
        self.page = page
        self._widgets = {}
        self._said = SimpleQueue()
        #: Tells which messages to the page are late. They arrive once this is None.
        self.delays = None
        self._late = []
        said = self._said

        class Comm(BaseComm):
            def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
                if msg_type == "comm_msg":
                    said.put((self.comm_id, data))

        monkeypatch.setattr(comm, "create_comm", Comm)
        page.expose_function("tell", self._hear)
        page.set_content(
            "<!doctype html><button id=other>other</button><style>svg { width: 1px }</style>"
        )
        page.evaluate(NOTEBOOK)

    def _hear(self, model, data):
        message = {"content": {"data": data}, "buffers": [], "parent_header": {}}
        self._widgets[model]._handle_msg(message)

    def show(self, widget):
        """Show a widget. If it is already shown, show it once more."""
        self._widgets[widget.model_id] = widget
        names = ("_esm", "_css", "_work")
        state = {name: value for name, value in widget.get_state().items() if name in names}
        self.page.evaluate("([id, state]) => notebook.show(id, state)", [widget.model_id, state])

    def wait(self, condition, seconds=180):
        """Carry messages to and from the page until a condition holds in the page or in Python."""
        deadline = time.monotonic() + seconds
        while not self._holds(condition):
            assert time.monotonic() < deadline, condition
            try:
                model, data = self._next()
            except Empty:
                continue
            if self.delays and self.delays(data):
                self._late.append((model, data))
                continue
            self.page.evaluate("([id, data]) => notebook.models[id].hear(data)", [model, data])

    def _next(self):
        if self._late and not self.delays:
            return self._late.pop(0)
        return self._said.get(timeout=0.02)

    def _holds(self, condition):
        return self.page.evaluate(condition) if isinstance(condition, str) else condition()
