import { expect, test } from "vitest";
import { csvLine, withoutFormula } from "./csv.ts";

test("no spreadsheet executes a cell of a CSV file", () => {
  for (const text of ["=1+1", "+49 30 1", "-Note", "@SUM(A1)", "\t=1", "\r=1"])
    expect(withoutFormula(text)).toBe(`'${text}`);
  for (const text of ["", "Zoë", "1-2", "a=b", "c@example.com"]) expect(withoutFormula(text)).toBe(text);
});

test("cells with separators, quotes and line breaks are quoted", () => {
  expect(csvLine(["a", "b,c", 'd"e', "f\ng", "h\ri"])).toBe('a,"b,c","d""e","f\ng","h\ri"\r\n');
});
