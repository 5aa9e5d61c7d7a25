import { newId } from "../src/kernel/ids.ts";
import { column, type Database, statement } from "../src/platform/database/index.ts";
import { bookingOf, type OpenSalon, openSalon } from "./openSalon.ts";
import type { HttpAnswer } from "./signedIn.ts";
import { type MemberCall, signedInMember } from "./signedInMember.ts";

/** A salon with its owner at the till. */
export interface Till extends OpenSalon {
  readonly owner: MemberCall;
  /** Sells at the salon's place; answers the response. */
  sell(body: object, who?: MemberCall): Promise<HttpAnswer>;
  /** Pays some of a sale. */
  pay(saleId: string, method: string, amount: number, more?: object): Promise<HttpAnswer>;
  refund(paymentId: string, amount: number, more?: object): Promise<HttpAnswer>;
  /** Books a visit on a day of its own; answers its id. Anna's cut unless told. */
  visit(items?: readonly (readonly [serviceId: string, staffId: string])[]): Promise<string>;
  /** What was told since the last time it was asked, in that order. */
  news(): Promise<News[]>;
  readonly cash: (amount: number) => { method: "cash"; amount: { amount: number; currency: string } };
}

export interface News {
  readonly type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test looks into bodies of every shape.
  readonly full: any;
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  readonly ids: any;
}

export const money = (amount: number, currency = "EUR") => ({ amount, currency });

export async function openTill(options: Parameters<typeof openSalon>[0] = {}): Promise<Till> {
  const open = await openSalon(options);
  const owner = await signedInMember(open, "owner");
  const { salon } = open;
  let day = 0;
  let heard = await lastEvent(open.database, salon.businessId);
  return {
    ...open,
    owner,
    cash: (amount) => ({ method: "cash", amount: money(amount) }),
    sell: (body, who = owner) => who("POST", "/sales", { location_id: salon.locationId, ...body }),
    pay: (saleId, method, amount, more = {}) =>
      owner("POST", `/sales/${saleId}/payments`, { method, amount: money(amount), ...more }),
    refund: (paymentId, amount, more = {}) =>
      owner("POST", `/payments/${paymentId}/refunds`, { amount: money(amount), ...more }),
    visit: async (items = [[salon.cut, salon.anna]]) => {
      const startsAt = new Date(Date.UTC(2027, 3, 5, 8) + 86_400_000 * day++).toISOString();
      const booked = await open.call("POST", "/appointments", bookingOf(salon, startsAt, items));
      if (booked.status !== 201) throw new Error(`The booking answered ${booked.status}.`);
      return booked.body.data.id;
    },
    news: async () => {
      const rows = await open.database.query(eventsSince, [salon.businessId, heard]);
      heard = rows.at(-1)?.id ?? heard;
      return rows.map(({ type, body_full, body_ids }) => ({
        type,
        full: body_full === null ? null : JSON.parse(body_full),
        ids: JSON.parse(body_ids),
      }));
    },
  };
}

async function lastEvent(database: Database, businessId: string): Promise<string> {
  const rows = await database.query(eventsSince, [businessId, NIL_ID]);
  return rows.at(-1)?.id ?? NIL_ID;
}

const NIL_ID = "00000000-0000-0000-0000-000000000000";

/** By their ids, which one process gives out in order. */
const eventsSince = statement(
  "test_till_events_since",
  { id: column.id, type: column.text, body_full: column.nullable(column.text), body_ids: column.text },
  `select id, type, body_full, body_ids
   from events
   where business_id = $1
     and id > $2
   order by id`,
);

/** An id that nobody has. */
export const nobody = newId();
