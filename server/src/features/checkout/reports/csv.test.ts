import { describe, expect, test } from "vitest";
import { count, detail, money } from "./columns.ts";
import { csvOf } from "./csv.ts";

const columns = [detail("name", "text", "Name", true), count("sales", "Sales"), money("amount", "Amount")];

describe("a report as CSV", () => {
  test("writes decimals of the currency, quotes what needs it, and ends lines as RFC 4180", () => {
    const rows = [
      { name: 'Anna "Ann", Berlin', sales: 2, amount: 105 },
      { name: null, sales: 0, amount: -5 },
    ];
    expect(csvOf(columns, rows, "EUR")).toBe(
      '\uFEFFname,sales,amount,currency\r\n"Anna ""Ann"", Berlin",2,1.05,EUR\r\n,0,-0.05,EUR\r\n',
    );
    expect(csvOf(columns, rows, "JPY")).toContain(",2,105,JPY\r\n");
    expect(csvOf(columns, rows, "KWD")).toContain(",2,0.105,KWD\r\n");
  });

  test.each(["=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1"])("disarms %j", (name) => {
    const text = csvOf(columns, [{ name, sales: 1, amount: 1 }], "EUR");
    expect(text.split("\r\n").slice(1).join("\r\n").replace(/^"/, "")).toMatch(/^'/);
  });
});
