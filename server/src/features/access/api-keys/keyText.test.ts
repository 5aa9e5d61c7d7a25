import fc from "fast-check";
import { expect, test } from "vitest";
import { fingerprintOf, isKeyText, newKeyText } from "./keyText.ts";

test("a key reads dbk_, 43 characters and a checksum of 6, and no two are alike", () => {
  const keys = Array.from({ length: 1000 }, newKeyText);
  for (const key of keys) expect(key).toMatch(/^dbk_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/);
  expect(new Set(keys).size).toBe(1000);
  expect(keys.every(isKeyText)).toBe(true);
});

test("the checksum is the one that is documented", () => {
  expect(isKeyText("dbk_0000000000000000000000000000000000000000000CHECK")).toBe(false);
  const body = `dbk_${"0".repeat(43)}`;
  expect(isKeyText(`${body}7E1bbA`)).toBe(true);
});

test("one wrong character is rejected", () => {
  const anyCharacter = fc.constantFrom(
    ..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_- ",
  );
  fc.assert(
    fc.property(fc.nat(52), anyCharacter, (position, character) => {
      const key = newKeyText();
      fc.pre(key[position] !== character);
      expect(isKeyText(key.slice(0, position) + character + key.slice(position + 1))).toBe(false);
    }),
    { numRuns: 500 },
  );
});

test("a shortened or extended key is rejected", () => {
  const key = newKeyText();
  for (const wrong of [
    "",
    "dbk_",
    key.slice(1),
    key.slice(0, -1),
    `${key}0`,
    `${key}\n`,
    ` ${key}`,
    key.toUpperCase(),
  ])
    expect(isKeyText(wrong)).toBe(false);
});

test("the random part is evenly spread: every character position takes many values", () => {
  const keys = Array.from({ length: 2000 }, newKeyText);
  for (let position = 5; position < 47; position++) {
    expect(new Set(keys.map((key) => key[position])).size).toBeGreaterThan(55);
  }
});

test("only the SHA-256 of a key is stored", () => {
  expect(fingerprintOf("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
});
