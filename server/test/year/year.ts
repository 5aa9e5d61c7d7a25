import { expireEntitlements, renewMemberships } from "../../src/features/checkout/wallet/index.ts";
import { eraseDeletedClients } from "../../src/features/clients/client-privacy/index.ts";
import { blockedContactKey } from "../../src/features/clients/clients/index.ts";
import { kioskToken, sellAtCounter, sellPrepaid, type Turn, turnsOf } from "./appointment.ts";
import { bookOn, expected, fillWeek } from "./bookings.ts";
import { type ClientBook, tidyIndex, welcome } from "./clientBook.ts";
import { MED_SPA, SALON } from "./plans.ts";
import { anonymous, askAs } from "./requests.ts";
import { SECRET, type Served } from "./served.ts";
import { type YearBusiness, yearBusiness } from "./yearBusiness.ts";

const DAY = 86_400_000;
/**
 * The start of the year: a Monday, 04:30 UTC, when both businesses are closed. The start is in the past, because sessions
 * expire by the system clock.
 */
export const FIRST_MONDAY_AT = Date.UTC(2025, 0, 6, 4, 30);
const WEEKS = 52;

/** A business after the simulated year, with tokens of links that are valid for an hour. */
export interface BusinessYear extends ClientBook {
  /** The tokens of a pending form and of a photo. */
  readonly tokens: { readonly token: string; readonly photo_token: string };
}

/**
 * Simulates a year of a salon and of a med spa in chronological order. Every week, clients are created and deleted,
 * appointments are booked and changed, and clients come, pay or do not appear. All changes are API requests; only scheduled
 * jobs run directly, as in the worker. Every run is the same.
 */
export async function liveYear(
  served: Served,
  { appointmentsPerWeek, hooks }: { readonly appointmentsPerWeek: number; readonly hooks: string },
): Promise<BusinessYear[]> {
  const clientBooks: ClientBook[] = [];
  for (const plan of [SALON, MED_SPA]) {
    const clientBook = { business: await yearBusiness(served, plan, hooks), clientIds: [], cards: [] };
    for (let nth = 0; nth < 10; nth++) await welcome(clientBook);
    clientBooks.push(clientBook);
  }
  for (let week = 0; week < WEEKS; week++) await liveWeek(served, clientBooks, week, appointmentsPerWeek);
  served.clock.set(FIRST_MONDAY_AT + 7 * WEEKS * DAY);
  await night(served);
  const years: BusinessYear[] = [];
  for (const clientBook of clientBooks)
    years.push({ ...clientBook, tokens: await lastEvening(clientBook.business, clientBook.clientIds) });
  return years;
}

async function liveWeek(
  served: Served,
  clientBooks: readonly ClientBook[],
  week: number,
  appointments: number,
) {
  const { clock } = served;
  const mondayAt = FIRST_MONDAY_AT + 7 * week * DAY;
  const kiosk = askAs(served, anonymous);
  clock.set(mondayAt);
  await night(served);
  const turns: Turn[] = [];
  for (const clientBook of clientBooks) {
    const { business } = clientBook;
    await tidyIndex(clientBook, week);
    if (week === 26) await newRules(business);
    await fillWeek(clientBook, week, mondayAt, appointments);
    for (const appointment of await expected(business, mondayAt, mondayAt + 7 * DAY))
      turns.push(...turnsOf(clientBook, kiosk, appointment));
    if (week % 8 === 0) turns.push({ at: mondayAt + DAY * 3.3, run: () => sellAtCounter(clientBook) });
    if (week % 10 === 1) turns.push({ at: mondayAt + DAY * 1.2, run: () => sellPrepaid(clientBook) });
  }
  for (const { at, run } of turns.sort((one, other) => one.at - other.at)) {
    // Earlier requests may have advanced the clock beyond the planned time.
    clock.set(Math.max(at, clock.now()));
    await run();
  }
}

/** Runs the worker's scheduled jobs once. */
async function night({ clock, database, deliver }: Served): Promise<void> {
  await deliver();
  await renewMemberships(database, clock);
  await expireEntitlements(database, clock);
  await eraseDeletedClients(database, clock, blockedContactKey(SECRET));
}

/** Changes the fees for new bookings in the middle of the year. */
async function newRules({ money, owner }: YearBusiness): Promise<void> {
  await owner("PUT", "/policies", {
    cancellation_window_minutes: 720,
    late_cancel_fee: { kind: "amount", amount: money(10) },
    no_show_fee: { kind: "percent", percent: 75 },
  });
}

/**
 * Creates an appointment with a form and a promotion, a block and an invitation, and leaves all of them open. Returns new
 * tokens of the form and of a photo.
 */
async function lastEvening(
  business: YearBusiness,
  clientIds: readonly string[],
): Promise<BusinessYear["tokens"]> {
  const { locationId: location_id, offers, owner, program, staff } = business;
  const nextAt = FIRST_MONDAY_AT + (7 * WEEKS + 1) * DAY;
  const appointment = await bookOn(business, clientIds[0] ?? "", nextAt);
  if (appointment === undefined) throw new Error("Next year's first day is full.");
  await owner("PUT", `/appointments/${appointment.id}/promotion`, { promotion_id: offers.percent });
  await owner("POST", "/blocks", {
    location_id,
    staff_id: staff[0],
    starts_at: new Date(nextAt + DAY).toISOString(),
    ends_at: new Date(nextAt + DAY * 1.1).toISOString(),
    label: "Stocktaking",
  });
  await owner("POST", "/invitations", { email: "mira@example.com", role: "manager" });
  const token = await kioskToken(program, appointment.id);
  for (const clientId of clientIds) {
    const { items } = await program<{ items: { url: string }[] }>("GET", `/clients/${clientId}/photos`);
    const photo_token = items[0] && new URL(items[0].url).pathname.split("/").at(-1);
    if (photo_token !== undefined) return { token, photo_token };
  }
  throw new Error("No client of the year that remains has a photo.");
}
