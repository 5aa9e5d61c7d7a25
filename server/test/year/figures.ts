import { type Appointment, instant } from "./bookings.ts";
import { addedUp, booksOf } from "./books.ts";
import { FIRST_MONDAY_AT } from "./year.ts";
import type { YearBusiness } from "./yearBusiness.ts";

const DAY = 86_400_000;

/** The numbers of appointments, sales and payments of a business by kind, and their sums. */
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

/** The recorded figures. A change of the year's script records them again. */
export const FIGURES: readonly unknown[] = [
  [
    "Haarwerk",
    11,
    {
      appointments: { booked: 3, cancelled: 26, completed: 82, declined: 3, no_show: 6 },
      sales: { completed: 104, voided: 5 },
      payments: { card: 63, cash: 52, external: 31, gift_card: 28, membership: 11, package: 9 },
      taken: 1176731,
      returned: 75935,
      closed: 1138683,
      returnedAfterClosing: 37887,
      held: 0,
    },
  ],
  [
    "Marina Aesthetics",
    13,
    {
      appointments: { booked: 3, cancelled: 16, completed: 90, declined: 1, no_show: 10 },
      sales: { completed: 109, voided: 9 },
      payments: { card: 71, cash: 47, external: 25, gift_card: 31, membership: 7, package: 9 },
      taken: 12416851,
      returned: 806220,
      closed: 12212733,
      returnedAfterClosing: 602102,
      held: 0,
    },
  ],
];
