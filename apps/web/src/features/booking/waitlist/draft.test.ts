import { expect, test } from "vitest";
import { draftOf, EVERY_DAY, emptyDraft, wishesOf } from "./draft.ts";
import type { Entry } from "./queries.ts";

test("a new entry waits for two weeks, every day and at any time", () => {
  const draft = emptyDraft("2027-03-01", "");
  const [item] = draft.items;
  expect(wishesOf({ ...draft, items: [{ key: item?.key ?? "", serviceId: "cut", staffId: "" }] })).toEqual({
    items: [{ service_id: "cut", staff_id: null }],
    windows: [
      { from: "2027-03-01", to: "2027-03-15", weekdays: [...EVERY_DAY], starts: "00:00", ends: "24:00" },
    ],
    min_notice_minutes: 120,
    priority: 0,
    auto_book: false,
    note: null,
  });
});

test("an entry is the same after it has been a draft", () => {
  const wishes = {
    items: [
      { service_id: "cut", staff_id: "anna" },
      { service_id: "colour", staff_id: null },
    ],
    windows: [
      { from: "2027-03-01", to: "2027-03-02", weekdays: [2, 4], starts: "09:00", ends: "24:00" },
      { from: "2027-03-05", to: "2027-03-05", weekdays: [5], starts: "00:00", ends: "13:30" },
    ],
    min_notice_minutes: 2880,
    priority: -10,
    auto_book: true,
    note: "Mornings",
  };
  const entry = { ...wishes, client_id: "ada" } as unknown as Entry;
  expect(wishesOf(draftOf(entry))).toEqual(wishes);
});

test("no weekday means every day, weekdays are sorted, and midnight is the end of a day", () => {
  const [window] = emptyDraft("2027-03-01", "").windows;
  if (window === undefined) throw new Error("A new entry has no window.");
  const draft = emptyDraft("2027-03-01", "");
  const windows = [
    { ...window, weekdays: [] },
    { ...window, weekdays: [5, 1], ends: "00:00" },
  ];
  const made = wishesOf({ ...draft, windows }).windows;
  expect(made.map(({ weekdays }) => weekdays)).toEqual([[...EVERY_DAY], [1, 5]]);
  expect(made[1]?.ends).toBe("24:00");
});
