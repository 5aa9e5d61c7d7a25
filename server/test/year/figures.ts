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
    14,
    {
      appointments: {
        booked: 3,
        cancelled: 14,
        completed: 45,
        declined: 3,
        no_show: 3,
      },
      closed: 745197,
      held: 0,
      payments: {
        card: 41,
        cash: 31,
        external: 24,
        gift_card: 15,
        membership: 4,
        package: 6,
      },
      returned: 43009,
      returnedAfterClosing: 28444,
      sales: {
        completed: 65,
        voided: 6,
      },
      taken: 759762,
    },
  ],
  [
    "Marina Aesthetics",
    13,
    {
      appointments: {
        booked: 3,
        cancelled: 11,
        completed: 44,
        declined: 6,
        no_show: 4,
      },
      closed: 7825460,
      held: 0,
      payments: {
        card: 37,
        cash: 21,
        external: 20,
        gift_card: 9,
        membership: 7,
        package: 5,
      },
      returned: 712273,
      returnedAfterClosing: 560480,
      sales: {
        completed: 59,
        voided: 5,
      },
      taken: 7977253,
    },
  ],
];
