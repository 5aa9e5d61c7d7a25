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
        cancelled: 20,
        completed: 87,
        declined: 1,
        no_show: 9,
      },
      closed: 1200257,
      held: 0,
      payments: {
        card: 70,
        cash: 45,
        external: 30,
        gift_card: 30,
        membership: 12,
        package: 11,
      },
      returned: 80246,
      returnedAfterClosing: 49985,
      sales: {
        completed: 111,
        voided: 9,
      },
      taken: 1230518,
    },
  ],
  [
    "Marina Aesthetics",
    14,
    {
      appointments: {
        booked: 3,
        cancelled: 15,
        completed: 90,
        declined: 1,
        no_show: 11,
      },
      closed: 13189406,
      held: 0,
      payments: {
        card: 69,
        cash: 56,
        external: 28,
        gift_card: 27,
        membership: 5,
        package: 7,
      },
      returned: 1560872,
      returnedAfterClosing: 1092463,
      sales: {
        completed: 109,
        voided: 9,
      },
      taken: 13657815,
    },
  ],
];
