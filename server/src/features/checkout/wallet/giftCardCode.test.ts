import { expect, test } from "vitest";
import { hashOfCode, last4Of, newGiftCardCode } from "./giftCardCode.ts";

const BUSINESS = "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d10";
const OTHER = "01977f6e-8a51-7c1e-9c0a-5a3f1f2b7d11";

test("codes are four groups of four distinct-looking letters, and unique", () => {
  const codes = Array.from({ length: 2_000 }, newGiftCardCode);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$/);
  expect(new Set(codes).size).toBe(codes.length);
  // Every character of the alphabet occurs in every position: the probability that 2,000 random codes miss one is about 10^-25.
  for (let position = 0; position < 19; position++)
    if (position % 5 !== 4) expect(new Set(codes.map((code) => code[position])).size).toBe(32);
});

test("a code is recognised in every spelling", () => {
  const hash = hashOfCode(BUSINESS, "01AB-CDEF-GHJK-MNPQ");
  expect(hash).toHaveLength(32);
  for (const typed of [
    "01abcdefghjkmnpq",
    " 01AB CDEF GHJK MNPQ ",
    "OIAB-CDEF-GHJK-MNPQ",
    "oLab-cdef-ghjk-mnpq",
  ])
    expect(hashOfCode(BUSINESS, typed)).toEqual(hash);
  expect(hashOfCode(BUSINESS, "01AB-CDEF-GHJK-MNPR")).not.toEqual(hash);
  expect(hashOfCode(OTHER, "01AB-CDEF-GHJK-MNPQ")).not.toEqual(hash);
  expect(last4Of("01AB-CDEF-GHJK-MNPQ")).toBe("MNPQ");
});

test("text that cannot be a code has no hash", () => {
  for (const typed of [
    "",
    "01AB",
    "01AB-CDEF-GHJK-MNPQ-R",
    "01AB-CDEF-GHJK-MNPU",
    "01AB-CDEF-GHJK-MNP\u0000",
  ])
    expect(hashOfCode(BUSINESS, typed)).toBeNull();
});
