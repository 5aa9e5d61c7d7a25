import { hasAnyBusiness, lockForFirstBusiness } from "../features/business/businesses/index.ts";
import { knownBookings } from "../features/scheduling/appointment-notifications/index.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Database } from "../platform/database/index.ts";
import { createAccess } from "./access.ts";
import { bookingActions, changeActions } from "./appointments.ts";
import { createClients } from "./clients.ts";
import { counterActions, prepaidActions } from "./counter.ts";
import { createDemo, type LoadOptions } from "./demo.ts";
import { planAppointments } from "./plan.ts";
import { bookRegulars } from "./regulars.ts";
import { runActions } from "./runActions.ts";
import { SLUG } from "./salon.ts";
import { setUp } from "./setUp.ts";
import { fillWaitlist } from "./waitlist.ts";
import { createWebhooks } from "./webhooks.ts";

/** An API key with every scope, the id and slug of the business, and the login of a user for each role, the owner's first. */
export type LoadedDemo = NonNullable<Awaited<ReturnType<typeof loadDemo>>>;

/** The database timeouts for loading the demo. They are long, because the second of two concurrent loads waits for the first. */
export const DEMO_BOUNDS = { lockMs: 120_000, statementMs: 120_000 };

/**
 * Fills an empty database with a demo salon through the public APIs of the features: by default, appointments on the 45 days before
 * the local day of the clock, on that day and on the 21 days after it. Except for ids and secrets, two loads on the same day differ
 * only in which of today's clients have arrived or left. Returns undefined and writes nothing if the database contains a business.
 *
 * The load is one transaction: an interrupted load leaves the database empty and at most some photo files, and the second of two
 * concurrent loads waits and returns undefined.
 */
export async function loadDemo({
  database,
  clock,
  log,
  days = { past: 45, coming: 21 },
  ...options
}: Omit<LoadOptions, "now" | "days"> & {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: (line: string) => void;
  /** The numbers of days before and after the local day of the clock that have appointments. Tests of the load pass fewer days. */
  readonly days?: LoadOptions["days"];
}) {
  if (await hasAnyBusiness(database)) return undefined;
  return database.transaction(async (transaction) => {
    // The load writes times in the past, so its changes must not be stamped with the system clock.
    const tx = { ...transaction, hasSystemClock: false };
    if (!(await lockForFirstBusiness(tx))) return undefined;
    log("Loading the demo salon; this takes a few seconds.");
    const demo = await setUp(await createDemo(tx, { ...options, days, now: clock.now() }));
    const { businessId, now } = demo;
    log("Created its locations, staff and menu; creating its appointments.");
    const clients = await createClients(demo);
    const plannedAppointments = planAppointments(demo, clients);
    await bookRegulars(demo, clients);
    await runActions(tx, [...prepaidActions(demo, clients), ...bookingActions(demo, plannedAppointments)]);
    const webhooks = createWebhooks(demo);
    const later = plannedAppointments.flatMap((planned) => changeActions(demo, planned));
    const actions = [...later, ...counterActions(demo), ...webhooks.rounds];
    const past = actions.filter(({ at }) => at <= now).sort((one, other) => one.at - other.at);
    await runActions(tx, past);
    await fillWaitlist(demo, clients);
    knownBookings.recordUpcoming(tx, businessId, now);
    const access = await createAccess(demo);
    await webhooks.disable();
    const count = plannedAppointments.filter(({ booked }) => booked !== undefined).length;
    log(`The demo salon has ${clients.length} clients and ${count.toLocaleString("en")} appointments.`);
    return { ...access, businessId, slug: SLUG };
  });
}
