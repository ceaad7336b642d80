import assert from "node:assert/strict";
import { test } from "node:test";
import { isForPage, isPlain } from "../../src/ducato/client/js/ui/keys.js";

/** An element that fits some selectors, of those that are joined by commas. */
class Node {
  constructor(...fits) {
    this.fits = fits;
  }

  matches(selector) {
    return selector.split(", ").some((one) => this.fits.includes(one));
  }
}
globalThis.Element = Node;
/** What lies over the page. */
let open = [];
document.querySelectorAll = () => open;

const body = new Node("body");
const pressed = (path, more = {}) => ({ key: "u", composedPath: () => path, ...more });
const MENU = "[popover]:not([popover=manual]):popover-open";

test("a letter on the page is for the page", () => {
  assert.ok(isForPage(pressed([new Node("button"), body, globalThis])));
});

test("commands of the browser and parts of characters are not", () => {
  for (const kind of ["ctrlKey", "altKey", "metaKey", "isComposing"]) {
    assert.ok(!isForPage(pressed([body], { [kind]: true })), kind);
    assert.ok(!isPlain({ [kind]: true }), kind);
  }
  assert.ok(!isForPage(pressed([body], { keyCode: 229 })));
  assert.ok(isForPage(pressed([body], { shiftKey: true })), "? needs it");
});

test("a held key counts once, unless what it does goes on", () => {
  assert.ok(!isForPage(pressed([body], { repeat: true })));
  assert.ok(isForPage(pressed([body], { repeat: true }), ":not(*)", true));
});

test("a key that something has used is not", () => {
  assert.ok(!isForPage(pressed([body], { defaultPrevented: true })));
});

test("a field keeps its letters, also in a shadow tree", () => {
  const editable = "[contenteditable]:not([contenteditable=false i])";
  for (const field of ["input", "select", "textarea", "[role=textbox]", editable]) {
    assert.ok(!isForPage(pressed([new Node(field), body])), field);
    assert.ok(!isForPage(pressed([new Node("b"), new Node(field), new Node("x-host"), body])));
  }
  const slider = new Node("input", ".slider");
  assert.ok(isForPage(pressed([slider, body]), ".slider"));
  assert.ok(!isForPage(pressed([slider, body]), ".other"));
});

test("what lies over the page keeps the keys, wherever the focus is", () => {
  const dialog = new Node("dialog[open]");
  const callouts = new Node(MENU, ".callouts");
  for (const over of [dialog, callouts]) {
    open = [over];
    assert.ok(!isForPage(pressed([body])));
    assert.ok(!isForPage(pressed([over, body])));
  }
  assert.ok(isForPage(pressed([callouts, body]), ".callouts"));
  open = [callouts, dialog];
  assert.ok(!isForPage(pressed([callouts, body]), ".callouts"), "another lies over it, too");
  open = [];
});
