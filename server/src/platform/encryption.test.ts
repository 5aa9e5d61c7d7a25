import { expect, test } from "vitest";
import { sealer } from "./encryption.ts";

const SECRET = "a".repeat(64);
const TEXT = "whsec_schön";

test("what was sealed opens again, and looks different every time", () => {
  const ours = sealer(SECRET);
  const sealed = ours.seal(TEXT, "webhook");
  expect(ours.open(sealed, "webhook")).toBe(TEXT);
  expect(sealer(SECRET).open(sealed, "webhook")).toBe(TEXT);
  expect(ours.seal(TEXT, "webhook")).not.toBe(sealed);
  expect(sealed).not.toContain("whsec");
  expect(ours.open(ours.seal("", "webhook"), "webhook")).toBe("");
});

test("it opens for no other purpose, with no other secret, and not when a single letter was changed", () => {
  const ours = sealer(SECRET);
  const sealed = ours.seal(TEXT, "webhook");
  expect(() => ours.open(sealed, "mail")).toThrow();
  expect(() => sealer("b".repeat(64)).open(sealed, "webhook")).toThrow();
  expect(() => ours.open("v1.", "webhook")).toThrow();
  expect(() => ours.open(TEXT, "webhook")).toThrow();
  // The last letter may carry unused bits: those before it carry the text.
  for (let at = 3; at < sealed.length - 1; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
    expect(() => ours.open(changed, "webhook")).toThrow();
  }
});
