import { expect, test } from "vitest";
import { amountText } from "./money.ts";

test("amounts are read with a point or a comma, and written as the language does", () => {
  const german = amountText("de-DE", "EUR");
  const texts = [
    "3,33",
    "3.33",
    "12",
    "12,",
    "12.5",
    "1.234",
    "1.234,50",
    "1,234.50",
    "45 €",
    "0,07",
    "",
    "x",
  ];
  expect(texts.map(german.read)).toEqual([
    333,
    333,
    1200,
    1200,
    1250,
    123_400,
    123_450,
    123_450,
    4500,
    7,
    undefined,
    undefined,
  ]);
  expect([german.write(123_450), amountText("en-GB", "GBP").write(5)]).toEqual(["1234,50", "0.05"]);
  const yen = amountText("en-GB", "JPY");
  expect([yen.read("1,500"), yen.read("500"), yen.write(500)]).toEqual([1500, 500, "500"]);
});
