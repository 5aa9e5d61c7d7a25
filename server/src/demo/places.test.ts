import { dayOf } from "@daybook/engine";
import { expect, test } from "vitest";
import { hourExceptionsAround } from "./places.ts";

const closedAround = (date: string) =>
  hourExceptionsAround(dayOf(date) ?? 0)
    .filter(({ intervals }) => intervals.length === 0)
    .map((exception) => exception.date);

test("the salon is closed on public holidays, those of Easter included", () => {
  expect(closedAround("2027-04-14")).toEqual([
    "2026-12-25",
    "2026-12-26",
    "2027-01-01",
    "2027-03-08",
    "2027-03-26",
    "2027-03-29",
    "2027-05-01",
    "2027-05-06",
    "2027-05-17",
    "2027-10-03",
    "2027-12-25",
    "2027-12-26",
    "2028-01-01",
    "2028-03-08",
    "2028-04-14",
  ]);
});

test("one Friday, a week or more ahead, it closes early", () => {
  const earlyAround = (date: string) =>
    hourExceptionsAround(dayOf(date) ?? 0)
      .filter(({ intervals }) => intervals.length > 0)
      .map((exception) => exception.date);
  expect(earlyAround("2027-04-14")).toEqual(["2027-04-23"]);
  expect(earlyAround("2027-04-16")).toEqual(["2027-04-23"]);
  expect(earlyAround("2027-04-17")).toEqual(["2027-04-30"]);
  // A Friday that is a holiday is closed altogether.
  expect(earlyAround("2027-03-17")).toEqual([]);
});
