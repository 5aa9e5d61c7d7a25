import { describe, expect, it } from "vitest";
import { claimed, facts, item, minutes } from "../cases/examples.ts";
import type { AppointmentItems } from "./appointmentItems.ts";
import type { Claim } from "./facts.ts";
import { coversSpan } from "./spans.ts";
import { RULES_FOR, type Rule, startSpans } from "./starts.ts";
import { DAY, MINUTE } from "./wallclock.ts";

const NINE = Date.parse("2027-06-07T07:00:00Z"); // In Berlin.
const at = (minute: number) => NINE + minute * MINUTE;

describe("the instants at which a visit may start", () => {
  it("end with the one that ends the visit at closing time, to the millisecond", () => {
    expect(offered([item()], [])).toEqual([at(0), at(150) + 1]);
  });

  it("let a visit begin the moment another ends, and end the moment another begins", () => {
    const starts = offered([item()], [claimed(at(60), at(67))]);
    expect(starts).toEqual([at(0), at(30) + 1, at(67), at(150) + 1]);
  });

  it("keep buffers inside working hours and off other visits", () => {
    const one = item({ bufferBeforeMinutes: 5, bufferAfterMinutes: 10 });
    expect(offered([one], [claimed(at(60), at(67))])).toEqual([at(5), at(20) + 1, at(72), at(140) + 1]);
  });

  it("fit another visit whole into the time in which the colour works in", () => {
    const processing = [claimed(at(0), at(30)), claimed(at(75), at(180))];
    expect(offered([item({ phases: minutes(45) })], processing)).toEqual([at(30), at(30) + 1]);
    expect(offered([item({ phases: minutes(46) })], processing)).toEqual([]);
  });

  it("let two visits interleave", () => {
    const colour = { initialMinutes: 20, processingMinutes: 40, finishingMinutes: 20 };
    const other = [claimed(at(0), at(20)), claimed(at(60), at(80))];
    expect(offered([item({ phases: colour })], other)).toEqual([at(20), at(40) + 1, at(80), at(100) + 1]);
  });

  it("are for the team wherever nothing is in the way: before opening, after closing, in the past", () => {
    const claims = [claimed(at(60), at(67))];
    expect(starts([item()], claims, RULES_FOR.teamPlacing)).toEqual([
      at(-600),
      at(30) + 1,
      at(67),
      at(-600) + DAY,
    ]);
  });

  it("never put a visit's own items in each other's way", () => {
    const visit = [item({ bufferAfterMinutes: 30 }), item({ bufferBeforeMinutes: 30 })];
    expect(offered(visit, [])).toEqual([at(0), at(120) + 1]);
  });

  it("ask each item of a visit for its own member, at its own time", () => {
    const visit = [item(), item({ staffId: "ben" })];
    expect(offered(visit, [claimed(at(30), at(60))])).toEqual([at(0), at(0) + 1, at(60), at(120) + 1]);
  });

  it("are none for somebody who is not here", () => {
    expect(offered([item({ staffId: "zoe" })], [])).toEqual([]);
  });

  it("count both items of one service against its day limit", () => {
    const limited = item({ rules: { ...item().rules, maxPerDay: 3 } });
    const booked = (items: number) => ({ bookedOn: () => items });
    expect(starts([limited, limited], [], RULES_FOR.online, booked(1))).not.toEqual([]);
    expect(starts([limited, limited], [], RULES_FOR.online, booked(2))).toEqual([]);
    expect(starts([limited, limited], [], RULES_FOR.teamOffering, booked(2))).not.toEqual([]);
  });

  it("are online only those of a known client whose patch test is old enough", () => {
    const tested = item({ rules: { ...item().rules, requiresPatchTest: true } });
    const on = (patchTestOn: string | null) => starts([tested], [], RULES_FOR.online, { patchTestOn });
    expect(starts([tested], [], RULES_FOR.online)).not.toEqual([]);
    expect(on(null)).toEqual([]);
    expect(on("2027-06-05")).toEqual([]);
    expect(on("2027-06-04")).not.toEqual([]);
    expect(coversSpan(on("2027-06-04"), at(0), at(0))).toBe(true);
  });

  it("ask for the patch test at the time of the item that needs it, not of the visit", () => {
    const tested = item({ rules: { ...item().rules, requiresPatchTest: true } });
    const from = facts(
      "Europe/Berlin",
      [at(-900), at(900)],
      { ann: { working: [at(-900), at(900)] } },
      {
        now: at(-900),
        patchTestOn: "2027-06-04",
      },
    );
    const found = startSpans(from, [item(), tested], RULES_FOR.online);
    // 48 hours after the fourth of June have passed when the seventh begins; the second item begins half an hour in.
    expect(found[0]).toBe(at(-9 * 60 - 30));
    expect(startSpans(from, [tested, item()], RULES_FOR.online)[0]).toBe(at(-9 * 60));
  });
});

const offered = (visit: AppointmentItems, claims: readonly Claim[]) =>
  starts(visit, claims, RULES_FOR.teamOffering);

/** Ann and Ben work from nine to twelve; the claims are Ann's. */
function starts(
  visit: AppointmentItems,
  claims: readonly Claim[],
  rules: ReadonlySet<Rule>,
  more: Parameters<typeof facts>[3] = {},
) {
  const working = [at(0), at(180)];
  const window = [at(-600), at(-600) + DAY] as const;
  const staff = { ann: { working, claims }, ben: { working } };
  return startSpans(facts("Europe/Berlin", window, staff, more), visit, rules);
}
