import { dateOf, intersectSpans, openSpansBetween, spansOf, subtractSpans } from "@daybook/engine";
import { count, detail, minutes, money } from "./columns.ts";
import { dayParamsOf, dayRows, paramsOf, type Reading, type ReportDefinition } from "./definition.ts";
import {
  appointmentsByDay,
  balances,
  bookedByStaff,
  bookedByStaffAt,
  linesByService,
  linesByStaff,
  listStaff,
  openDeposits,
  paymentsByDay,
  paymentsByMethod,
  refundsByDay,
  salesByClient,
  salesByDay,
  taxesByRate,
  timeOffBetween,
} from "./store.ts";
import { WAITLIST_REPORT } from "./waitlistReport.ts";

const MAX_CLIENTS = 100;

const staffName = detail("staff_name", "text", "Name of the staff member", true);
const staffId = detail("staff_id", "id", "The staff member; null for lines without one", true);

export const REPORTS: readonly ReportDefinition[] = [
  {
    name: "overview",
    label: "overview",
    description:
      "Returns sales, payments and appointments by day. A sale counts on the day of its completion, a refund on the day of the refund.",
    columns: [
      detail("date", "date", "Local date"),
      count("sales", "Completed sales"),
      money("subtotal", "Their lines before discounts"),
      money("discount", "Their discounts"),
      money("tax", "Taxes added to their prices"),
      money("tips", "Their tips"),
      money("total", "Their totals"),
      money("taken", "Payments"),
      money("refunded", "Refunds"),
      count("appointments", "Appointments that start on this day, without those that did not take place"),
      count("completed", "Completed appointments among `appointments`"),
      count("cancelled", "Cancelled and declined appointments"),
      count("no_shows", "Missed appointments"),
    ],
    rowsOf: async (reading) => {
      const { reader } = reading;
      const params = dayParamsOf(reading);
      const found = await Promise.all([
        reader.query(salesByDay, params),
        reader.query(paymentsByDay, params),
        reader.query(refundsByDay, params),
        reader.query(appointmentsByDay, params),
      ]);
      return { rows: dayRows(reading, NO_DAY, found.flat()) };
    },
  },
  {
    name: "takings",
    label: "takings",
    description: "Returns payments and refunds by method. `net` is `taken` minus `refunded`.",
    columns: [
      detail("method", "text", "Method of payment"),
      count("payments", "Payments"),
      money("taken", "Their amounts, tips included"),
      money("tips", "The tips in them"),
      money("refunded", "Refunds made in the period"),
      money("net", "`taken` minus `refunded`"),
    ],
    rowsOf: async (reading) => {
      const rows = await reading.reader.query(paymentsByMethod, paramsOf(reading));
      return { rows: rows.map((row) => ({ ...row, net: row.taken - row.refunded })) };
    },
  },
  {
    name: "taxes",
    label: "tax",
    description: "Returns the taxes of completed sales by rate, minus the taxes of refunds.",
    columns: [
      detail("rate_id", "id", "The tax rate"),
      detail("name", "text", "Name of the tax rate in the sales"),
      detail("percent", "percent", "Percentage"),
      money("base", "What the taxes were computed from, without them"),
      money("tax", "The taxes"),
      money("refunded_base", "The part of `base` that was refunded"),
      money("refunded_tax", "The part of `tax` that was refunded"),
      money("net_tax", "`tax` less `refunded_tax`"),
    ],
    rowsOf: async (reading) => {
      const rows = await reading.reader.query(taxesByRate, paramsOf(reading));
      return {
        rows: rows.map(({ thousandths, included: _included, ...row }) => ({
          ...row,
          percent: thousandths / 1000,
          net_tax: row.tax - row.refunded_tax,
        })),
      };
    },
  },
  {
    name: "staff",
    label: "staff",
    description:
      "Returns the sales of each staff member, after discounts and before added taxes, and the booked time.",
    columns: [
      staffId,
      staffName,
      count("services_sold", "Services sold"),
      money("services_amount", "Their prices"),
      money("products_amount", "Prices of products sold"),
      money("other_amount", "Prices of packages, memberships, gift cards and fees"),
      money("amount", "The sum of the three"),
      count("booked", "Booked services"),
      minutes("booked_minutes", "Minutes of the booked services"),
    ],
    rowsOf: async (reading) => {
      const [staff, lines, booked] = await Promise.all([
        reading.reader.query(listStaff, { businessId: reading.snapshot.businessId }),
        reading.reader.query(linesByStaff, paramsOf(reading)),
        bookedOf(reading),
      ]);
      const names = [
        ...staff.map(({ id, display_name }) => [id, display_name] as const),
        [null, null] as const,
      ];
      const rows = names.map(([id, name]) => {
        const sold = lines.find(({ staff_id }) => staff_id === id) ?? NO_LINES;
        const { services_sold, services_amount, products_amount, other_amount } = sold;
        const amount = services_amount + products_amount + other_amount;
        const { booked: services = 0, booked_minutes = 0 } = booked.get(id ?? "") ?? {};
        const amounts = { services_sold, services_amount, products_amount, other_amount, amount };
        return { staff_id: id, staff_name: name, ...amounts, booked: services, booked_minutes };
      });
      return { rows: rows.filter((row) => row.staff_id !== null || row.amount !== 0) };
    },
  },
  {
    name: "services",
    label: "service",
    description: "Returns the services sold, sorted by amount, largest first.",
    columns: [
      detail("service_id", "id", "The service"),
      detail("name", "text", "Name of the service"),
      count("quantity", "Units sold"),
      money("amount", "Their prices after discounts and before added taxes"),
      money("discount", "Their discounts"),
    ],
    rowsOf: async (reading) => ({ rows: await reading.reader.query(linesByService, paramsOf(reading)) }),
  },
  {
    name: "clients",
    label: "client",
    description: `Returns the ${MAX_CLIENTS} clients with the largest sales, and the number of all clients. A new client has no earlier completed sale.`,
    columns: [
      detail("client_id", "id", "The client; null for unknown customers", true),
      detail("name", "text", "Name of the client", true),
      count("sales", "Completed sales"),
      money("amount", "Their totals"),
      count("clients", "In totals: clients who bought"),
      count("new_clients", "In totals: new clients among `clients`"),
    ],
    rowsOf: async (reading) => {
      const all = await reading.reader.query(salesByClient, { ...paramsOf(reading), limit: 1_000_000 });
      const [first] = all;
      const sum = (key: "sales" | "amount") => all.reduce((total, row) => total + row[key], 0);
      const { clients = 0, new_clients = 0 } = first ?? {};
      return {
        rows: all.slice(0, MAX_CLIENTS).map((row) => ({ ...row, clients: 1, new_clients: 0 })),
        totals: { sales: sum("sales"), amount: sum("amount"), clients, new_clients },
      };
    },
  },
  {
    name: "utilisation",
    label: "utilisation",
    description:
      "Returns the working time of staff members, without time off, and the booked part of the working time.",
    columns: [
      { ...staffId, isNullable: false },
      { ...staffName, isNullable: false },
      minutes("working_minutes", "Minutes of working time within opening hours"),
      minutes("booked_minutes", "Minutes of booked services, also outside of the working time"),
      detail("percent", "percent", "`booked_minutes` of `working_minutes`; 0 without working time"),
    ],
    rowsOf: async (reading) => {
      const { reader, snapshot, period } = reading;
      const { businessId } = snapshot;
      const [staff, booked, away] = await Promise.all([
        reader.query(listStaff, { businessId }),
        bookedOf(reading),
        reader.query(timeOffBetween, { businessId, fromAt: period.fromAt, untilAt: period.untilAt }),
      ]);
      const rows = staff.map(({ id, display_name }) => {
        const off = away.filter(({ staff_id }) => staff_id === id);
        const working_minutes = workingMinutes(reading, id, off);
        const booked_minutes = booked.get(id)?.booked_minutes ?? 0;
        const percent =
          working_minutes === 0 ? 0 : Math.round((booked_minutes * 1000) / working_minutes) / 10;
        return { staff_id: id, staff_name: display_name, working_minutes, booked_minutes, percent };
      });
      return { rows: rows.filter((row) => row.working_minutes > 0 || row.booked_minutes > 0) };
    },
  },
  {
    name: "liabilities",
    label: "liability",
    description:
      "Returns the prepaid products and deposits of the whole business that clients have paid for but not used by the end of `to`. A package counts with the unused part of its price. Membership credits have no amount.",
    columns: [
      detail("kind", "text", "package, membership, gift_card or deposit"),
      count("entitlements", "Packages, memberships, gift cards or deposits with a balance"),
      count("units", "Unused units or credits"),
      money("amount", "What they are worth"),
    ],
    rowsOf: async ({ reader, snapshot: { businessId }, period: { untilAt } }) => {
      const [rows, [held]] = await Promise.all([
        reader.query(balances, { businessId, untilAt }),
        reader.query(openDeposits, { businessId, untilAt }),
      ]);
      const { deposits = 0, amount = 0 } = held ?? {};
      return {
        rows:
          deposits === 0 ? rows : [{ kind: "deposit", entitlements: deposits, units: 0, amount }, ...rows],
      };
    },
  },
  WAITLIST_REPORT,
];

const NO_DAY = {
  ...{ sales: 0, subtotal: 0, discount: 0, tax: 0, tips: 0, total: 0, taken: 0, refunded: 0 },
  ...{ appointments: 0, completed: 0, cancelled: 0, no_shows: 0 },
};
const NO_LINES = { services_sold: 0, services_amount: 0, products_amount: 0, other_amount: 0 };

async function bookedOf({ reader, snapshot: { businessId }, locationId, period }: Reading) {
  const days = { businessId, firstOn: dateOf(period.firstDay), lastOn: dateOf(period.lastDay) };
  const rows =
    locationId === null
      ? await reader.query(bookedByStaff, days)
      : await reader.query(bookedByStaffAt, { ...days, locationId });
  return new Map(rows.map((row) => [row.staff_id, row]));
}

function workingMinutes(
  { snapshot, locationId, period }: Reading,
  staffId: string,
  away: readonly { readonly starts_at: number; readonly ends_at: number }[],
): number {
  const off = spansOf(away.map(({ starts_at, ends_at }) => [starts_at, ends_at] as const));
  let ms = 0;
  for (const [id, hours] of snapshot.staff.get(staffId)?.hoursByLocation ?? []) {
    const location = snapshot.locations.get(id);
    if (location === undefined || (locationId !== null && id !== locationId)) continue;
    const edges = [period.fromAt, period.untilAt] as const;
    const working = openSpansBetween(location.zone, hours, ...edges);
    const open = openSpansBetween(location.zone, location.hours, ...edges);
    const spans = subtractSpans(intersectSpans(working, open), off);
    for (let i = 0; i < spans.length; i += 2) ms += (spans[i + 1] as number) - (spans[i] as number);
  }
  return Math.round(ms / 60_000);
}
