import { describe, expect, test } from "vitest";
import { durationIn, priceIn, priceKindIn } from "./serviceValues.ts";

describe("durations", () => {
  test.each([
    ["", null],
    ["45", 45],
    ["45.0", 45],
    ["45 min", 45],
    ["90m", 90],
    ["1h", 60],
    ["1h 15min", 75],
    ["1 hr 5 mins", 65],
    ["1h15", 75],
    ["1.5 h", 90],
    ["1,5 Std.", 90],
    ["2 Stunden 30 Minuten", 150],
    ["1:15", 75],
    ["01:15:00", 75],
    ["24h", 1440],
    ["0", 0],
  ])("%j has %j minutes", (cell, minutes) => {
    expect(durationIn(cell)).toEqual({ value: minutes });
  });

  test.each(["long", "1,5", "-5", "1441", "25:00", "1.01 h", "45 EUR"])("%j is refused", (cell) => {
    expect(durationIn(cell)).toMatchObject({ code: "not_a_duration" });
  });
});

describe("prices", () => {
  test.each([
    ["45", 2, 4500, "fixed"],
    ["45.5", 2, 4550, "fixed"],
    ["45,00 €", 2, 4500, "fixed"],
    ["£1,234.50", 2, 123_450, "fixed"],
    ["1.234,50 EUR", 2, 123_450, "fixed"],
    ["1 234,50", 2, 123_450, "fixed"],
    ["CHF 1'200.-", 2, 120_000, "fixed"],
    ["CHF 45.–", 2, 4500, "fixed"],
    ["1.200", 2, 120_000, "fixed"],
    ["1,234,567", 2, 123_456_700, "fixed"],
    ["¥4,500", 0, 4500, "fixed"],
    ["4500.00", 0, 4500, "fixed"],
    ["1.250", 3, 1250, "fixed"],
    [".5", 2, 50, "fixed"],
    ["from 45", 2, 4500, "from"],
    ["ab 45 €", 2, 4500, "from"],
    ["à partir de 45", 2, 4500, "from"],
    ["45+", 2, 4500, "from"],
    ["Free", 2, 0, "free"],
    ["0.00", 2, 0, "free"],
  ] as const)("%j with %j decimal places is %j, %s", (cell, digits, amount, kind) => {
    expect(priceIn(cell, digits)).toEqual({ value: { amount, kind } });
  });

  test.each([
    ["-5", 2],
    ["45.2555", 2],
    ["45.5", 0],
    ["45 - 60", 2],
    ["ask", 2],
    ["9999999999999", 2],
  ])("%j with %j decimal places is refused", (cell, digits) => {
    expect(priceIn(cell, digits)).toMatchObject({ code: "not_a_price" });
  });

  test("an empty price is missing", () => {
    expect(priceIn(" ", 2)).toEqual({ value: null });
  });
});

test("the type of a price is read in the languages of the app", () => {
  expect([..."from,ab,Festpreis,gratis,".split(",")].map(priceKindIn)).toEqual([
    { value: "from" },
    { value: "from" },
    { value: "fixed" },
    { value: "free" },
    { value: null },
  ]);
  expect(priceKindIn("hourly")).toMatchObject({ code: "not_a_price_kind" });
});
