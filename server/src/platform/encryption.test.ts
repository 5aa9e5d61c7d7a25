import { expect, test } from "vitest";
import { createEncryption } from "./encryption.ts";

const SECRET = "a".repeat(64);
const TEXT = "whsec_schön";

test("a decrypted text equals the original, and each encryption differs", () => {
  const ours = createEncryption(SECRET);
  const sealed = ours.encrypt(TEXT, "webhook");
  expect(ours.decrypt(sealed, "webhook")).toBe(TEXT);
  expect(createEncryption(SECRET).decrypt(sealed, "webhook")).toBe(TEXT);
  expect(ours.encrypt(TEXT, "webhook")).not.toBe(sealed);
  expect(sealed).not.toContain("whsec");
  expect(ours.decrypt(ours.encrypt("", "webhook"), "webhook")).toBe("");
});

test("decryption fails for another purpose, another secret and a changed ciphertext", () => {
  const ours = createEncryption(SECRET);
  const sealed = ours.encrypt(TEXT, "webhook");
  expect(() => ours.decrypt(sealed, "mail")).toThrow();
  expect(() => createEncryption("b".repeat(64)).decrypt(sealed, "webhook")).toThrow();
  expect(() => ours.decrypt("v1.", "webhook")).toThrow();
  expect(() => ours.decrypt(TEXT, "webhook")).toThrow();
  // The last character is not changed, because some of its bits may be unused.
  for (let at = 3; at < sealed.length - 1; at++) {
    const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
    expect(() => ours.decrypt(changed, "webhook")).toThrow();
  }
});
