import { describe, expect, test } from "vitest";
import { countryCodes, isCountry } from "./countries.ts";
import { canonicalLocale, localeOfCountry } from "./settings.ts";
import { slugOf } from "./slugs.ts";

describe("a slug", () => {
  test.each([
    ["Salon Lindenhof", "salon-lindenhof"],
    ["Café „Süß“ & Söhne", "cafe-suss-sohne"],
    ["  Élan   Vital ", "elan-vital"],
    ["Nº 5", "no-5"],
    ["美容室", "business"],
    ["A", "business-a"],
    ["x".repeat(80), "x".repeat(48)],
    [`${"a".repeat(47)} b`, "a".repeat(47)],
  ])("of %s is %s", (name, slug) => {
    expect(slugOf(name)).toBe(slug);
  });

  test("always matches the pattern of a slug", () => {
    for (const name of ["-", "'", "ß", "Ǆ", "1 2 3", "a--b", "İstanbul"])
      expect(slugOf(name)).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  });
});

describe("countries", () => {
  test("are the 249 of the standard, in order, each with a name in the runtime's own list", () => {
    const codes = countryCodes();
    const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
    expect(codes).toHaveLength(249);
    expect(codes.toSorted()).toEqual(codes);
    expect(codes.filter((code) => names.of(code) === undefined)).toEqual([]);
  });

  test("are written in capitals, and former, union and reserved codes are refused", () => {
    expect(["DE", "GB", "JP"].every(isCountry)).toBe(true);
    expect(["de", "UK", "EU", "DD", "XK", "ZZ", ""].some(isCountry)).toBe(false);
  });

  test("suggest the most common language", () => {
    expect(["DE", "GB", "JP", "BR", "AT"].map(localeOfCountry)).toEqual([
      "de-DE",
      "en-GB",
      "ja-JP",
      "pt-BR",
      "de-AT",
    ]);
  });
});

test("language tags are kept as BCP 47 writes them", () => {
  expect(canonicalLocale("de-at")).toBe("de-AT");
  expect(canonicalLocale("zh-hant-tw")).toBe("zh-Hant-TW");
  expect(["", "languages", "de_DE", "d", "de-"].map(canonicalLocale)).toEqual(Array(5).fill(undefined));
});
