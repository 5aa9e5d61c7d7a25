import fc from "fast-check";
import type { OnlineRules, ResourceNeed } from "../src/appointmentItems.ts";
import type { Hours } from "../src/hours.ts";
import type { Phases } from "../src/phases.ts";
import { hours, PLACES } from "./salonHours.ts";

/** Taken time in whole minutes from the beginning of the salon's calendar. */
export interface MinuteClaim {
  readonly fromMinute: number;
  readonly minutes: number;
  readonly cause: "appointment" | "block" | "time_off" | "hold";
  readonly exclusive: boolean;
}

/** One service of a visit that somebody asks for: who performs it here, as indexes of staff, and whether anybody will do. */
export interface Wish {
  readonly phases: Phases;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  readonly needs: readonly ResourceNeed[];
  readonly rules: OnlineRules;
  readonly any: boolean;
  /** Ascending indexes of staff; a duration of their own or null. */
  readonly performers: readonly { readonly staff: number; readonly durationMinutes: number | null }[];
}

/**
 * A small salon around a clock change, as plain values: the engine's facts and the oracle's bitmaps are both made
 * from it, each in its own way. Minute 0 of its calendar is five days before `date`, 00:00 UTC.
 */
export interface Salon {
  readonly zone: string;
  /** The first local date that is asked for, and how many. */
  readonly date: string;
  readonly days: number;
  /** Minutes by which the search begins after the first midnight and ends before the last. */
  readonly trimmed: readonly [number, number];
  readonly open: Hours;
  readonly staff: readonly { readonly hours: Hours; readonly claims: readonly MinuteClaim[] }[];
  readonly resources: readonly {
    readonly type: string;
    readonly capacity: number;
    readonly claims: readonly MinuteClaim[];
  }[];
  readonly wishes: readonly Wish[];
  readonly nowMinute: number;
  readonly patchTestOn: string | null | undefined;
  /** Looked up by a number made of service and day, and of staff member and day. */
  readonly booked: readonly number[];
}

/** Claims are scattered over the days that are asked for, from the afternoon before them on. */
const FIRST_CLAIM = 5 * 1440 - 900;
const claim: fc.Arbitrary<MinuteClaim> = fc.record({
  fromMinute: fc.integer({ min: FIRST_CLAIM, max: FIRST_CLAIM + 4 * 1440 }),
  minutes: fc.oneof(fc.integer({ min: 1, max: 90 }), fc.integer({ min: 1, max: 900 })),
  cause: fc.constantFrom("appointment", "block", "time_off", "hold"),
  exclusive: fc.constant(false),
});

const resource = fc.record({
  type: fc.constantFrom("room", "room", "chair"),
  capacity: fc.constantFrom(1, 2, 2, 3),
  claims: fc.array(
    claim.chain((one) =>
      fc.boolean().map((exclusive) => ({ ...one, exclusive: exclusive && one.cause === "block" })),
    ),
    { maxLength: 8 },
  ),
});

const seldom = fc.integer({ min: 0, max: 11 }).map((number) => number === 5);
const often = seldom.map((is) => !is);

const rules: fc.Arbitrary<OnlineRules> = fc.record({
  onlineBookable: often,
  slotStepMinutes: fc.constantFrom(5, 10, 15, 30, 25, 45, 60, 120),
  minNoticeMinutes: fc.constantFrom(0, 0, 0, 120, 1500),
  maxAdvanceDays: fc.constantFrom(90, 90, 90, 2, 1, 0),
  maxPerDay: fc.constantFrom(null, null, null, 2, 3, 4),
  requiresPatchTest: seldom,
});

const phases: fc.Arbitrary<Phases> = fc.oneof(
  fc.constantFrom(15, 30, 60).map((initialMinutes) => ({
    initialMinutes,
    processingMinutes: 0,
    finishingMinutes: 0,
  })),
  fc.record({
    initialMinutes: fc.integer({ min: 1, max: 40 }),
    processingMinutes: fc.constantFrom(0, 20, 45),
    finishingMinutes: fc.constantFrom(0, 10, 30),
  }),
);

function wish(staff: number): fc.Arbitrary<Wish> {
  const members = [...Array(staff).keys()];
  return fc.record({
    phases,
    bufferBeforeMinutes: fc.constantFrom(0, 0, 5, 20),
    bufferAfterMinutes: fc.constantFrom(0, 0, 10, 25),
    needs: fc.uniqueArray(
      fc.record({ type: fc.constantFrom("room", "room", "chair"), count: fc.constantFrom(1, 1, 2) }),
      { selector: (need) => need.type, maxLength: 1 },
    ),
    rules,
    any: fc.constantFrom(true, true, false),
    performers: seldom
      .chain((nobody) => fc.subarray(members, { minLength: nobody ? 0 : Math.min(2, staff) }))
      .chain((chosen) =>
        fc.tuple(
          ...chosen.map((one) =>
            fc.record({ staff: fc.constant(one), durationMinutes: fc.constantFrom(null, null, 20, 50) }),
          ),
        ),
      ),
  });
}

/** Small salons in which everything the contract's rules speak of happens often. */
export const salons: fc.Arbitrary<Salon> = fc
  .tuple(fc.constantFrom(...PLACES), fc.integer({ min: 2, max: 4 }))
  .chain(([[zone, date], members]) =>
    fc.record({
      zone: fc.constant(zone),
      date: fc.constant(date),
      days: fc.integer({ min: 1, max: 3 }),
      trimmed: fc.tuple(fc.constantFrom(0, 0, 37, 200), fc.constantFrom(0, 0, 61)),
      open: hours(date),
      staff: fc.array(fc.record({ hours: hours(date), claims: fc.array(claim, { maxLength: 8 }) }), {
        minLength: members,
        maxLength: members,
      }),
      resources: fc.array(resource, { minLength: 1, maxLength: 3 }),
      wishes: fc.array(wish(members), { minLength: 1, maxLength: 3, size: "medium" }),
      nowMinute: fc.integer({ min: FIRST_CLAIM, max: FIRST_CLAIM + 2 * 1440 }),
      patchTestOn: fc.oneof(
        fc.constantFrom(undefined, null),
        fc.integer({ min: -4, max: 1 }).map((days) => dateAfter(date, days)),
        fc.integer({ min: -186, max: -180 }).map((days) => dateAfter(date, days)),
      ),
      booked: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 23 }),
    }),
  );

function dateAfter(date: string, days: number): string {
  return new Date(Date.parse(date) + days * 86_400_000).toISOString().slice(0, 10);
}
