import { zoneNamed } from "@daybook/engine";
import { describe, expect, test } from "vitest";
import { answerBy, matchedAt, REST_MS, teamAnswerBy } from "./answerTimes.ts";
import { type Candidate, type CandidateStart, type MatchMode, matches, refusalKey } from "./matches.ts";

const zone = zoneNamed("Europe/Berlin");
/** Returns the instant of a local time in Berlin in winter, by default on Tuesday, 9 March 2027. */
const at = (time: string, date = "2027-03-09") => Date.parse(`${date}T${time}:00+01:00`);
const NOW = at("08:00", "2027-03-08");
const MINUTE = 60_000;
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const window = (more: object = {}) => ({
  from: "2027-03-01",
  to: "2027-04-30",
  weekdays: EVERY_DAY,
  starts: "00:00",
  ends: "24:00",
  ...more,
});

/**
 * Returns a start time of consecutive services. `text` is a local time, followed by the minutes and the staff member of
 * each service: `"10:00 30 anna 60 ben"`.
 */
function start(text: string, date?: string): CandidateStart {
  const [time = "", ...parts] = text.split(" ");
  let from = time.includes("T") ? Date.parse(time) : at(time, date);
  const startsAt = from;
  const taken = [];
  const items = [];
  for (let i = 0; i < parts.length; i += 2) {
    const [minutes, staffId = ""] = [Number(parts[i]), parts[i + 1]];
    taken.push({ subjectId: staffId, startsAt: from, endsAt: from + minutes * MINUTE });
    items.push({ service_id: `service ${minutes}`, staff_id: staffId });
    from += minutes * MINUTE;
  }
  return { startsAt, endsAt: from, items, taken };
}

function entry(entryId: string, starts: readonly CandidateStart[], more: Partial<Candidate> = {}): Candidate {
  return {
    entryId,
    windows: [window()],
    minNoticeMinutes: 0,
    priority: 0,
    joinedAt: 1_000,
    valueMinor: 4_500,
    beforeAt: null,
    starts,
    ...more,
  };
}

const freed = (...intervals: readonly (readonly [string, string])[]) => ({
  zone,
  now: NOW,
  intervals: intervals.map(([from, until]) => ({
    startsAt: from.includes("T") ? Date.parse(from) : at(from),
    endsAt: until.includes("T") ? Date.parse(until) : at(until),
  })),
});

interface Case {
  readonly name: string;
  readonly freed?: ReturnType<typeof freed>;
  readonly entries: readonly Candidate[];
  readonly mode?: MatchMode;
  readonly refused?: readonly string[];
  /** `entry@local time` of each match, in order. */
  readonly expected: readonly string[];
}

const TEN = freed(["10:00", "11:00"]);
const ten = start("10:00 60 anna");
const tenShort = [start("10:00 30 anna"), start("10:30 30 anna")];

const cases: readonly Case[] = [
  { name: "no entry", entries: [], expected: [] },
  { name: "an entry without a start", entries: [entry("a", [])], expected: [] },
  { name: "an entry that fits", entries: [entry("a", [ten])], expected: ["a@10:00"] },
  { name: "no freed time", freed: freed(), entries: [entry("a", [ten])], expected: [] },
  {
    name: "a start that ends where the interval begins",
    entries: [entry("a", [start("09:00 60 anna")])],
    expected: [],
  },
  {
    name: "a start where the interval ends",
    entries: [entry("a", [start("11:00 60 anna")])],
    expected: [],
  },
  {
    name: "30 freed minutes and 30 free ones before them",
    freed: freed(["10:30", "11:00"]),
    entries: [entry("a", [ten])],
    expected: ["a@10:00"],
  },
  {
    name: "30 freed minutes and 30 free ones after them",
    freed: freed(["10:00", "10:30"]),
    entries: [entry("a", [ten])],
    expected: ["a@10:00"],
  },
  {
    name: "the earliest start first",
    entries: [entry("a", tenShort)],
    expected: ["a@10:00"],
  },
  {
    name: "the first of two who want the same time",
    entries: [entry("b", [ten], { joinedAt: 2 }), entry("a", [ten], { joinedAt: 1 })],
    expected: ["a@10:00"],
  },
  {
    name: "priority before the time of joining",
    entries: [entry("a", [ten], { joinedAt: 1 }), entry("b", [ten], { joinedAt: 2, priority: 1 })],
    expected: ["b@10:00"],
  },
  {
    name: "a negative priority last",
    entries: [entry("a", [ten], { joinedAt: 1, priority: -1 }), entry("b", [ten], { joinedAt: 2 })],
    expected: ["b@10:00"],
  },
  {
    name: "the id where priority and joining are the same",
    entries: [entry("b", [ten]), entry("a", [ten])],
    expected: ["a@10:00"],
  },
  {
    name: "the rest of the interval for the next",
    entries: [entry("a", tenShort, { joinedAt: 1 }), entry("b", tenShort, { joinedAt: 2 })],
    expected: ["a@10:00", "b@10:30"],
  },
  {
    name: "three for three thirds, and none for the fourth",
    freed: freed(["10:00", "11:30"]),
    entries: ["a", "b", "c", "d"].map((id, joinedAt) =>
      entry(id, [...tenShort, start("11:00 30 anna")], { joinedAt }),
    ),
    expected: ["a@10:00", "b@10:30", "c@11:00"],
  },
  {
    name: "a long one that does not fit the rest is left out, a later short one fits",
    entries: [
      entry("a", tenShort, { joinedAt: 1 }),
      entry("b", [ten], { joinedAt: 2 }),
      entry("c", tenShort, { joinedAt: 3 }),
    ],
    expected: ["a@10:00", "c@10:30"],
  },
  {
    name: "the same time with another staff member",
    entries: [entry("a", [ten], { joinedAt: 1 }), entry("b", [start("10:00 60 ben")], { joinedAt: 2 })],
    expected: ["a@10:00", "b@10:00"],
  },
  {
    name: "two freed intervals, one for each",
    freed: freed(["10:00", "11:00"], ["14:00", "15:00"]),
    entries: [
      entry("a", [ten, start("14:00 60 anna")], { joinedAt: 1 }),
      entry("b", [ten, start("14:00 60 anna")], { joinedAt: 2 }),
    ],
    expected: ["a@10:00", "b@14:00"],
  },
  {
    name: "one entry gets one start, although two intervals fit",
    freed: freed(["10:00", "11:00"], ["14:00", "15:00"]),
    entries: [entry("a", [ten, start("14:00 60 anna")])],
    expected: ["a@10:00"],
  },
  {
    name: "a window on another weekday",
    entries: [entry("a", [ten], { windows: [window({ weekdays: [1, 3] })] })],
    expected: [],
  },
  {
    name: "a window on this weekday",
    entries: [entry("a", [ten], { windows: [window({ weekdays: [2] })] })],
    expected: ["a@10:00"],
  },
  {
    name: "a window that begins tomorrow",
    entries: [entry("a", [ten], { windows: [window({ from: "2027-03-10" })] })],
    expected: [],
  },
  {
    name: "a window that ended yesterday",
    entries: [entry("a", [ten], { windows: [window({ to: "2027-03-08" })] })],
    expected: [],
  },
  {
    name: "a window of this day alone",
    entries: [entry("a", [ten], { windows: [window({ from: "2027-03-09", to: "2027-03-09" })] })],
    expected: ["a@10:00"],
  },
  {
    name: "the second of two windows",
    entries: [entry("a", [ten], { windows: [window({ ends: "09:00" }), window({ starts: "10:00" })] })],
    expected: ["a@10:00"],
  },
  {
    name: "a start a minute before the window",
    entries: [entry("a", [ten], { windows: [window({ starts: "10:01" })] })],
    expected: [],
  },
  {
    name: "an end a minute after the window",
    entries: [entry("a", [ten], { windows: [window({ ends: "10:59" })] })],
    expected: [],
  },
  {
    name: "the window exactly",
    entries: [entry("a", [ten], { windows: [window({ starts: "10:00", ends: "11:00" })] })],
    expected: ["a@10:00"],
  },
  {
    name: "an appointment past midnight",
    freed: freed(["23:00", "2027-03-10T01:00:00+01:00"]),
    entries: [entry("a", [start("23:30 60 anna")])],
    expected: [],
  },
  {
    name: "an appointment until midnight",
    freed: freed(["23:00", "2027-03-10T01:00:00+01:00"]),
    entries: [entry("a", [start("23:00 60 anna")])],
    expected: ["a@23:00"],
  },
  {
    name: "a start within the notice of the entry",
    entries: [entry("a", [ten], { minNoticeMinutes: 26 * 60 + 1 })],
    expected: [],
  },
  {
    name: "a start at the end of the notice",
    entries: [entry("a", [ten], { minNoticeMinutes: 26 * 60 })],
    expected: ["a@10:00"],
  },
  {
    name: "notice moves an entry to its later start",
    entries: [entry("a", tenShort, { minNoticeMinutes: 26 * 60 + 1 })],
    expected: ["a@10:30"],
  },
  {
    name: "a refused start is not offered again",
    entries: [entry("a", [ten])],
    refused: [refusalKey("a", at("10:00"))],
    expected: [],
  },
  {
    name: "after a refused start the next one",
    entries: [entry("a", tenShort)],
    refused: [refusalKey("a", at("10:00"))],
    expected: ["a@10:30"],
  },
  {
    name: "a start that one refused goes to the next",
    entries: [entry("a", [ten], { joinedAt: 1 }), entry("b", [ten], { joinedAt: 2 })],
    refused: [refusalKey("a", at("10:00"))],
    expected: ["b@10:00"],
  },
  {
    name: "three services with three staff members",
    freed: freed(["10:00", "10:30"]),
    entries: [entry("a", [start("09:00 60 anna 30 ben 45 carl")])],
    expected: ["a@09:00"],
  },
  {
    name: "three services take the time of each staff member",
    freed: freed(["09:00", "12:00"]),
    entries: [
      entry("a", [start("09:00 60 anna 30 ben 45 carl")], { joinedAt: 1 }),
      entry("b", [start("10:00 30 ben"), start("10:30 30 ben")], { joinedAt: 2 }),
      entry("c", [start("10:00 60 anna")], { joinedAt: 3 }),
      entry("d", [start("11:00 30 carl"), start("11:15 30 carl")], { joinedAt: 4 }),
    ],
    expected: ["a@09:00", "b@10:30", "c@10:00", "d@11:15"],
  },
  {
    name: "three services must end in the window",
    freed: freed(["09:00", "12:00"]),
    entries: [entry("a", [start("09:00 60 anna 30 ben 45 carl")], { windows: [window({ ends: "11:14" })] })],
    expected: [],
  },
  {
    name: "only a start earlier than the appointment to replace",
    freed: freed(["10:00", "15:00"]),
    entries: [entry("a", [ten], { beforeAt: at("10:00") })],
    expected: [],
  },
  {
    name: "a start earlier than the appointment to replace",
    entries: [entry("a", [ten], { beforeAt: at("10:01") })],
    expected: ["a@10:00"],
  },
  {
    name: "the highest value first",
    mode: "highest_value",
    entries: [
      entry("a", [ten], { joinedAt: 1, priority: 5 }),
      entry("b", [ten], { joinedAt: 2, valueMinor: 9_000 }),
    ],
    expected: ["b@10:00"],
  },
  {
    name: "priority among the same value",
    mode: "highest_value",
    entries: [entry("a", [ten], { joinedAt: 1 }), entry("b", [ten], { joinedAt: 2, priority: 1 })],
    expected: ["b@10:00"],
  },
  {
    name: "value does not count for the first in line",
    entries: [entry("a", [ten], { joinedAt: 1 }), entry("b", [ten], { joinedAt: 2, valueMinor: 9_000 })],
    expected: ["a@10:00"],
  },
  {
    name: "the same time for all",
    mode: "offer_to_all",
    entries: [entry("a", [ten], { joinedAt: 1 }), entry("b", [ten], { joinedAt: 2 })],
    expected: ["a@10:00", "b@10:00"],
  },
  {
    name: "all who fit, for the team to pick",
    mode: "team_picks",
    entries: [
      entry("a", [ten], { joinedAt: 1 }),
      entry("b", [ten], { joinedAt: 2, windows: [window({ weekdays: [1] })] }),
      entry("c", [ten], { joinedAt: 3 }),
    ],
    expected: ["a@10:00", "c@10:00"],
  },
  {
    name: "the night in which an hour is skipped: 01:30 and an hour end at 03:30",
    freed: freed(["2027-03-28T00:00:00+01:00", "2027-03-28T06:00:00+02:00"]),
    entries: [
      entry("a", [start("2027-03-28T01:30:00+01:00 60 anna")], {
        windows: [window({ starts: "01:00", ends: "03:00" })],
      }),
      entry("b", [start("2027-03-28T01:30:00+01:00 60 anna")], {
        windows: [window({ starts: "01:00", ends: "03:30" })],
      }),
    ],
    expected: ["b@01:30"],
  },
  {
    name: "the night in which an hour is repeated: both 02:30 are in the window",
    freed: freed(["2027-10-31T00:00:00+02:00", "2027-10-31T06:00:00+01:00"]),
    entries: ["a", "b"].map((id, joinedAt) =>
      entry(id, [start("2027-10-31T02:30:00+02:00 30 anna"), start("2027-10-31T02:30:00+01:00 30 anna")], {
        joinedAt,
        windows: [window({ to: "2027-10-31", starts: "02:30", ends: "03:00" })],
      }),
    ),
    // The clock is set back, so an appointment from the first 02:30 ends at the second 02:00.
    expected: ["a@02:30", "b@02:30"],
  },
  {
    name: "the repeated hour counts as elapsed notice",
    freed: {
      ...freed(["2027-10-31T00:00:00+02:00", "2027-10-31T06:00:00+01:00"]),
      now: Date.parse("2027-10-31T02:00:00+02:00"),
    },
    entries: [
      entry("a", [start("2027-10-31T02:30:00+02:00 30 anna"), start("2027-10-31T02:30:00+01:00 30 anna")], {
        minNoticeMinutes: 60,
        windows: [window({ to: "2027-10-31" })],
      }),
    ],
    expected: ["a@02:30"],
  },
];

test.each(cases)(
  "matches: $name",
  ({ freed: time = TEN, entries, mode = "first_in_line", refused = [], expected }) => {
    const local = new Intl.DateTimeFormat("en-GB", {
      timeZone: "Europe/Berlin",
      hour: "2-digit",
      minute: "2-digit",
    });
    const found = matches(time, entries, mode, new Set(refused));
    expect(found.map(({ entryId, startsAt }) => `${entryId}@${local.format(startsAt)}`)).toEqual(expected);
  },
);

test("the order in which the candidates are read does not matter, and they stay as they are", () => {
  const entries = ["a", "b", "c"].map((id, joinedAt) => entry(id, tenShort, { joinedAt }));
  const before = structuredClone(entries);
  const found = matches(TEN, entries, "first_in_line", new Set());
  expect(matches(TEN, entries.toReversed(), "first_in_line", new Set())).toEqual(found);
  expect(entries).toEqual(before);
});

describe("the time to answer", () => {
  test.each([
    [49 * 60, 120],
    [48 * 60, 60],
    [24 * 60 + 1, 60],
    [24 * 60, 30],
    [4 * 60 + 1, 30],
    [4 * 60, 15],
    [121, 15],
    [120, null],
    [-5, null],
  ])("of a start in %i minutes is %s minutes", (distance, minutes) => {
    const expected = minutes === null ? null : NOW + minutes * MINUTE;
    expect(answerBy(NOW + distance * MINUTE, NOW)).toBe(expected);
  });

  test("of an offer by staff ends at the start at the latest", () => {
    expect(teamAnswerBy(NOW + 10 * MINUTE, NOW)).toBe(NOW + 10 * MINUTE);
    expect(teamAnswerBy(NOW + 60 * MINUTE, NOW)).toBe(NOW + 15 * MINUTE);
  });
});

test.each([
  ["2027-03-09T10:00:00+01:00", "2027-03-09T10:02:00+01:00"],
  ["2027-03-09T20:57:59+01:00", "2027-03-09T20:59:59+01:00"],
  ["2027-03-09T20:58:00+01:00", "2027-03-10T08:00:00+01:00"],
  ["2027-03-10T00:30:00+01:00", "2027-03-10T08:00:00+01:00"],
  ["2027-03-10T07:58:00+01:00", "2027-03-10T08:00:00+01:00"],
  ["2027-03-27T22:00:00+01:00", "2027-03-28T08:00:00+02:00"],
  ["2027-10-30T23:00:00+02:00", "2027-10-31T08:00:00+01:00"],
])("time that is freed at %s is matched at %s", (freedAt, expected) => {
  expect(matchedAt(zone, Date.parse(freedAt), REST_MS)).toBe(Date.parse(expected));
});
