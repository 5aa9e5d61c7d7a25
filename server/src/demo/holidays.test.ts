import { dayOf } from "@daybook/engine";
import { expect, test } from "vitest";
import { hourExceptionsAround } from "./holidays.ts";

const closedAround = (date: string) =>
  hourExceptionsAround(dayOf(date) ?? 0)
    .filter(({ intervals }) => intervals.length === 0)
    .map((exception) => exception.date);

test("the locations are closed on public holidays, including those that depend on Easter", () => {
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

test("the locations close early on the first Friday that is at least a week ahead", () => {
  const earlyAround = (date: string) =>
    hourExceptionsAround(dayOf(date) ?? 0)
      .filter(({ intervals }) => intervals.length > 0)
      .map((exception) => exception.date);
  expect(earlyAround("2027-04-14")).toEqual(["2027-04-23"]);
  expect(earlyAround("2027-04-16")).toEqual(["2027-04-23"]);
  expect(earlyAround("2027-04-17")).toEqual(["2027-04-30"]);
  // Good Friday.
  expect(earlyAround("2027-03-17")).toEqual([]);
});
