import { describe, expect, it } from "vitest";
import { claimed, facts, item, minutes } from "../cases/examples.ts";
import type { AppointmentItems } from "./appointmentItems.ts";
import type { Claim } from "./facts.ts";
import { coversSpan } from "./spans.ts";
import { RULES_FOR, type Rule, startSpans } from "./starts.ts";
import { DAY, MINUTE } from "./wallclock.ts";

const NINE = Date.parse("2027-06-07T07:00:00Z"); // 09:00 in Berlin
const at = (minute: number) => NINE + minute * MINUTE;

describe("startSpans", () => {
  it("includes the start that ends the appointment at closing time, to the millisecond", () => {
    expect(offered([item()], [])).toEqual([at(0), at(150) + 1]);
  });

  it("lets an appointment begin the moment another ends, and end the moment another begins", () => {
    const starts = offered([item()], [claimed(at(60), at(67))]);
    expect(starts).toEqual([at(0), at(30) + 1, at(67), at(150) + 1]);
  });

  it("keeps buffers inside working hours and clear of other appointments", () => {
    const one = item({ bufferBeforeMinutes: 5, bufferAfterMinutes: 10 });
    expect(offered([one], [claimed(at(60), at(67))])).toEqual([at(5), at(20) + 1, at(72), at(140) + 1]);
  });

  it("fits an appointment into the processing time of another", () => {
    const processing = [claimed(at(0), at(30)), claimed(at(75), at(180))];
    expect(offered([item({ phases: minutes(45) })], processing)).toEqual([at(30), at(30) + 1]);
    expect(offered([item({ phases: minutes(46) })], processing)).toEqual([]);
  });

  it("lets two appointments interleave", () => {
    const colour = { initialMinutes: 20, processingMinutes: 40, finishingMinutes: 20 };
    const other = [claimed(at(0), at(20)), claimed(at(60), at(80))];
    expect(offered([item({ phases: colour })], other)).toEqual([at(20), at(40) + 1, at(80), at(100) + 1]);
  });

  it("lets the audience team book any time without claims: before opening, after closing, in the past", () => {
    const claims = [claimed(at(60), at(67))];
    expect(starts([item()], claims, RULES_FOR.teamPlacing)).toEqual([
      at(-600),
      at(30) + 1,
      at(67),
      at(-600) + DAY,
    ]);
  });

  it("never lets the items of one appointment conflict with each other", () => {
    const items = [item({ bufferAfterMinutes: 30 }), item({ bufferBeforeMinutes: 30 })];
    expect(offered(items, [])).toEqual([at(0), at(120) + 1]);
  });

  it("checks each item with its own staff member, at its own time", () => {
    const items = [item(), item({ staffId: "ben" })];
    expect(offered(items, [claimed(at(30), at(60))])).toEqual([at(0), at(0) + 1, at(60), at(120) + 1]);
  });

  it("is empty for a staff member who is not in the facts", () => {
    expect(offered([item({ staffId: "zoe" })], [])).toEqual([]);
  });

  it("counts both items of one service against its day limit", () => {
    const limited = item({ rules: { ...item().rules, maxPerDay: 3 } });
    const booked = (items: number) => ({ bookedOn: () => items });
    expect(starts([limited, limited], [], RULES_FOR.online, booked(1))).not.toEqual([]);
    expect(starts([limited, limited], [], RULES_FOR.online, booked(2))).toEqual([]);
    expect(starts([limited, limited], [], RULES_FOR.teamOffering, booked(2))).not.toEqual([]);
  });

  it("includes online only starts for which a known client's patch test is old enough", () => {
    const tested = item({ rules: { ...item().rules, requiresPatchTest: true } });
    const on = (patchTestOn: string | null) => starts([tested], [], RULES_FOR.online, { patchTestOn });
    expect(starts([tested], [], RULES_FOR.online)).not.toEqual([]);
    expect(on(null)).toEqual([]);
    expect(on("2027-06-05")).toEqual([]);
    expect(on("2027-06-04")).not.toEqual([]);
    expect(coversSpan(on("2027-06-04"), at(0), at(0))).toBe(true);
  });

  it("checks the patch test at the start of the item that requires it, not of the appointment", () => {
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
    // 48 hours after the end of 4 June is midnight at the start of 7 June. The second item begins 30 minutes after the
    // first.
    expect(found[0]).toBe(at(-9 * 60 - 30));
    expect(startSpans(from, [tested, item()], RULES_FOR.online)[0]).toBe(at(-9 * 60));
  });
});

const offered = (items: AppointmentItems, claims: readonly Claim[]) =>
  starts(items, claims, RULES_FOR.teamOffering);

/** Returns the starts of the items when Ann and Ben work from 09:00 to 12:00. The claims are Ann's. */
function starts(
  items: AppointmentItems,
  claims: readonly Claim[],
  rules: ReadonlySet<Rule>,
  more: Parameters<typeof facts>[3] = {},
) {
  const working = [at(0), at(180)];
  const window = [at(-600), at(-600) + DAY] as const;
  const staff = { ann: { working, claims }, ben: { working } };
  return startSpans(facts("Europe/Berlin", window, staff, more), items, rules);
}
