import type { Paid } from "./checkOut.ts";
import type { Outing } from "./guests.ts";
import type { Life } from "./lives.ts";
import type { Moment } from "./moments.ts";
import type { Person } from "./people.ts";
import type { BookedVisit } from "./scene.ts";

/** What is known of everybody. */
export interface Clientele {
  readonly clientIds: ReadonlyMap<Person, string>;
  readonly testedAt: ReadonlyMap<Person, number>;
}

/** A visit from its booking on, as far as it has come. */
export interface Story {
  readonly outing: Outing;
  readonly index: number;
  readonly life: Life;
  /** Undefined while it is not booked, and when it was refused. */
  visit?: BookedVisit;
  /** What its promotion takes off, in cents. */
  discount: number;
  paid?: Paid | undefined;
}

/** A moment of a visit that nobody else waits for. Nothing happens once the booking was refused. */
export type Beside = (at: number, happen: (visit: BookedVisit) => Promise<unknown>) => Moment;
