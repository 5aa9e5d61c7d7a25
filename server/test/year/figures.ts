import { type Appointment, instant } from "./bookings.ts";
import { addedUp, booksOf } from "./books.ts";
import { FIRST_MONDAY_AT } from "./year.ts";
import type { YearBusiness } from "./yearBusiness.ts";

const DAY = 86_400_000;

/** Returns the counts of appointments, sales and payments by kind in a business, and their totals. */
export async function figuresOf(business: YearBusiness) {
  const window = { from: instant(FIRST_MONDAY_AT), to: instant(FIRST_MONDAY_AT + 400 * DAY), limit: "1000" };
  const search = new URLSearchParams({ location_id: business.locationId, ...window });
  const { items } = await business.program<{ items: Appointment[] }>("GET", `/appointments?${search}`);
  const { balances, payments } = await booksOf(business);
  return {
    appointments: counted(items.map(({ status }) => status)),
    sales: counted(balances.map(({ sale }) => sale.status)),
    payments: counted(payments.map(({ method }) => method)),
    ...addedUp(balances),
  };
}

function counted(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const word of words.toSorted()) counts[word] = (counts[word] ?? 0) + 1;
  return counts;
}

/** The expected results of `figuresOf`. Update them when the year's script changes. */
export const FIGURES: readonly unknown[] = [
  [
    "Haarwerk",
    13,
    {
      appointments: {
        booked: 3,
        cancelled: 24,
        completed: 80,
        declined: 3,
        no_show: 10,
      },
      closed: 1137354,
      held: 0,
      payments: {
        card: 67,
        cash: 48,
        external: 31,
        gift_card: 21,
        membership: 11,
        package: 13,
      },
      returned: 95415,
      returnedAfterClosing: 65346,
      sales: {
        completed: 108,
        voided: 11,
      },
      taken: 1167423,
    },
  ],
  [
    "Marina Aesthetics",
    16,
    {
      appointments: {
        booked: 3,
        cancelled: 17,
        completed: 85,
        declined: 4,
        no_show: 11,
      },
      closed: 12093776,
      held: 0,
      payments: {
        card: 69,
        cash: 49,
        external: 32,
        gift_card: 15,
        membership: 6,
        package: 10,
      },
      returned: 894772,
      returnedAfterClosing: 423792,
      sales: {
        completed: 110,
        voided: 6,
      },
      taken: 12564756,
    },
  ],
];
