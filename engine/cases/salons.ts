import fc from "fast-check";
import type { OnlineRules, ResourceNeed } from "../src/appointmentItems.ts";
import type { Hours } from "../src/hours.ts";
import type { Phases } from "../src/phases.ts";
import { hours, ZONE_DATES } from "./salonHours.ts";

/** A claim, in whole minutes from the beginning of the salon's calendar. */
export interface MinuteClaim {
  readonly fromMinute: number;
  readonly minutes: number;
  readonly cause: "appointment" | "block" | "time_off" | "hold";
  readonly exclusive: boolean;
}

/** A wanted item of an appointment, before its staff member is chosen. */
export interface WantedItem {
  readonly phases: Phases;
  readonly bufferBeforeMinutes: number;
  readonly bufferAfterMinutes: number;
  readonly needs: readonly ResourceNeed[];
  readonly rules: OnlineRules;
  /** Whether the search may assign any performer. */
  readonly any: boolean;
  /**
   * The indexes of the staff members who perform the service, ascending. A null duration means the service's duration.
   */
  readonly performers: readonly { readonly staff: number; readonly durationMinutes: number | null }[];
}

/**
 * A generated salon around a clock change, as plain values. `factsOf` and `calendarOf` convert these values independently
 * to the engine's facts and the oracle's bitmaps. Minute 0 of the salon's calendar is 00:00 UTC five days before `date`.
 */
export interface Salon {
  readonly zone: string;
  /** The first local date of the search, and the number of days. */
  readonly date: string;
  readonly days: number;
  /** The number of minutes that the search omits after the first midnight and before the last midnight. */
  readonly trimmedMinutes: readonly [number, number];
  readonly open: Hours;
  readonly staff: readonly { readonly hours: Hours; readonly claims: readonly MinuteClaim[] }[];
  readonly resources: readonly {
    readonly type: string;
    readonly capacity: number;
    readonly claims: readonly MinuteClaim[];
  }[];
  readonly wantedItems: readonly WantedItem[];
  readonly nowMinute: number;
  readonly patchTestOn: string | null | undefined;
  /** Booked items of a service, or booked minutes of a staff member, per day; read with `bookedOf`. */
  readonly booked: readonly number[];
}

/** The earliest minute of a claim: 15 hours before 00:00 UTC of the first day of the search. */
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

const rarely = fc.integer({ min: 0, max: 11 }).map((number) => number === 5);
const mostly = rarely.map((is) => !is);

const rules: fc.Arbitrary<OnlineRules> = fc.record({
  onlineBookable: mostly,
  slotStepMinutes: fc.constantFrom(5, 10, 15, 30, 25, 45, 60, 120),
  minNoticeMinutes: fc.constantFrom(0, 0, 0, 120, 1500),
  maxAdvanceDays: fc.constantFrom(90, 90, 90, 2, 1, 0),
  maxPerDay: fc.constantFrom(null, null, null, 2, 3, 4),
  requiresPatchTest: rarely,
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

function wantedItem(staffCount: number): fc.Arbitrary<WantedItem> {
  const staff = [...Array(staffCount).keys()];
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
    performers: rarely
      .chain((mayBeEmpty) => fc.subarray(staff, { minLength: mayBeEmpty ? 0 : Math.min(2, staffCount) }))
      .chain((chosen) =>
        fc.tuple(
          ...chosen.map((one) =>
            fc.record({ staff: fc.constant(one), durationMinutes: fc.constantFrom(null, null, 20, 50) }),
          ),
        ),
      ),
  });
}

/** Generates small salons in which each rule of the contract often rejects start times. */
export const salons: fc.Arbitrary<Salon> = fc
  .tuple(fc.constantFrom(...ZONE_DATES), fc.integer({ min: 2, max: 4 }))
  .chain(([[zone, date], staffCount]) =>
    fc.record({
      zone: fc.constant(zone),
      date: fc.constant(date),
      days: fc.integer({ min: 1, max: 3 }),
      trimmedMinutes: fc.tuple(fc.constantFrom(0, 0, 37, 200), fc.constantFrom(0, 0, 61)),
      open: hours(date),
      staff: fc.array(fc.record({ hours: hours(date), claims: fc.array(claim, { maxLength: 8 }) }), {
        minLength: staffCount,
        maxLength: staffCount,
      }),
      resources: fc.array(resource, { minLength: 1, maxLength: 3 }),
      wantedItems: fc.array(wantedItem(staffCount), { minLength: 1, maxLength: 3, size: "medium" }),
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
