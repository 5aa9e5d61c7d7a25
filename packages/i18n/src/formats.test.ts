import { expect, test } from "vitest";
import { formatsOf } from "./formats.ts";

const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, " ");

test("dates, times and money are written as the country does", () => {
  const german = formatsOf("de", "DE");
  const american = formatsOf("en", "US");
  expect(plain(german.money({ amount: 123_450, currency: "EUR" }))).toBe("1.234,50 €");
  expect(american.money({ amount: 500, currency: "JPY" })).toBe("¥500");
  expect(plain(american.time(14 * 60 + 5))).toBe("2:05 PM");
  expect(formatsOf("en", "DE").time(14 * 60 + 5)).toBe("14:05");
  expect(german.longDay("2027-03-01")).toBe("Montag, 1. März 2027");
  expect(formatsOf("es", "ES").month("2027-03-01")).toBe("marzo de 2027");
});
