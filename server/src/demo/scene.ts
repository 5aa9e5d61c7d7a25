import type { SchedulingSnapshot } from "../features/scheduling/snapshot/index.ts";
import type { Database, Transaction } from "../platform/database/index.ts";
import type { Person } from "./people.ts";
import type { PlaceKey } from "./places.ts";
import type { DemoSalon } from "./salon.ts";

/** What everything that happens in the salon is written with. */
export interface Scene {
  readonly tx: Transaction;
  /** The database as the open transaction sees it. */
  readonly database: Database;
  /** As it is at the moment: the rules of the house change once. */
  setup: SchedulingSnapshot;
  readonly salon: DemoSalon;
  /** Who has bought something in advance. */
  readonly holders: Set<Person>;
  /** Gift cards that somebody gave away: by the number of the outing that is paid with it. */
  readonly giftCodes: Map<number, { readonly code: string; readonly value: number }>;
}

/** A visit that was booked, as far as the till and the photographer need to know it. */
export interface BookedVisit {
  readonly id: string;
  readonly clientId: string;
  readonly place: PlaceKey;
  /** Prices in cents. */
  readonly items: readonly {
    readonly service: string;
    readonly serviceId: string;
    readonly staffId: string;
    readonly price: number;
  }[];
}
