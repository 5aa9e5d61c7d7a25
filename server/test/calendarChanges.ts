import { column, statement } from "../src/platform/database/index.ts";
import type { OpenSalon } from "./openSalon.ts";

/** Words that may appear in no delivery of a business that sends identifiers alone. */
export const MARKER = "Zitrone";

const readEvents = statement(
  "test_calendar_events",
  { id: column.id, type: column.text, body_full: column.nullable(column.text), body_ids: column.text },
  `select id, type, body_full, body_ids
   from events
   where business_id = $1
   order by created_at, id`,
);
/** Everything a business has told so far. */
export const eventsOf = (open: OpenSalon) => open.database.query(readEvents, [open.salon.businessId]);

/** The events that `work` emits. */
export async function emittedBy(open: OpenSalon, work: () => Promise<unknown>) {
  const known = new Set((await eventsOf(open)).map((event) => event.id));
  await work();
  return (await eventsOf(open)).filter((event) => !known.has(event.id));
}

let day = 0;
/** A visit on a day of its own, its client and note full of words that are nobody's business. */
export async function newVisit(open: OpenSalon, ...states: string[]) {
  const client_id = await open.addClient({
    first_name: MARKER,
    email: `${MARKER}@example.com`,
    alert: MARKER,
  });
  const startsAt = new Date(Date.UTC(2027, 3, 5, 8) + 86_400_000 * day++).toISOString();
  const [status = "booked", ...rest] = states;
  const { data } = (await open.book(startsAt, open.salon.cut, open.salon.anna, { client_id, status })).body;
  for (const to of rest) await open.call("POST", `/appointments/${data.id}/transitions`, { to });
  return data;
}
/** As much of a visit as a change needs. */
export type Visit = { id: string; starts_at: string; items: { id: string }[] };
export type Change = (open: OpenSalon, visit: Visit) => Promise<unknown>;

const to =
  (state: string): Change =>
  (open, visit) =>
    open.call("POST", `/appointments/${visit.id}/transitions`, { to: state, reason: MARKER });
const patch =
  (path: string, body: (visit: Visit) => object): Change =>
  (open, visit) =>
    open.call("PATCH", `/appointments/${visit.id}/${path}`, body(visit));
/** An hour after a visit begins. */
export const later = ({ starts_at }: Visit) => new Date(Date.parse(starts_at) + 3_600_000).toISOString();
const staffOf = (open: OpenSalon, visit: Visit) => [{ id: visit.items[0]?.id, staff_id: open.salon.ben }];

/** Contract §7: the states a visit goes through first, the change, its event, and what `changed` names. */
export const CHANGES: [string, string[], Change, string, string[]?][] = [
  [
    "a move",
    [],
    patch("schedule", (v) => ({ starts_at: later(v) })),
    "updated",
    ["starts_at", "ends_at", "items"],
  ],
  [
    "a change of staff",
    [],
    (open, v) =>
      open.call("PATCH", `/appointments/${v.id}/schedule`, {
        starts_at: v.starts_at,
        items: staffOf(open, v),
      }),
    "updated",
    ["items"],
  ],
  [
    "a resize",
    [],
    patch("duration", (v) => ({ item_id: v.items[0]?.id, minutes: 60 })),
    "updated",
    ["ends_at", "items"],
  ],
  ["a note", [], patch("note", () => ({ internal_note: MARKER })), "updated", ["internal_note"]],
  ["a confirmation", ["requested"], to("booked"), "updated", ["status", "confirmed_at"]],
  ["a decline", ["requested"], to("declined"), "canceled"],
  ["a cancellation", [], to("cancelled"), "canceled"],
  ["a cancellation of a request", ["requested"], to("cancelled"), "canceled"],
  ["an arrival", [], to("arrived"), "checked_in"],
  ["a completion", [], to("completed"), "completed"],
  ["a completion after arrival", ["booked", "arrived"], to("completed"), "completed"],
  ["a no-show", [], to("no_show"), "no_show"],
  ["the undo of an arrival", ["booked", "arrived"], to("booked"), "updated", ["status", "arrived_at"]],
  ["the undo of a no-show", ["booked", "no_show"], to("booked"), "updated", ["status", "no_show_at"]],
  [
    "the undo of a completion",
    ["booked", "arrived", "completed"],
    to("arrived"),
    "updated",
    ["status", "completed_at"],
  ],
];
/** What is asked of a booked visit and changes nothing. */
export const NO_CHANGES: [string, Change][] = [
  ["a move to where it is", patch("schedule", (v) => ({ starts_at: v.starts_at, force: true }))],
  ["a resize to what it is", patch("duration", (v) => ({ item_id: v.items[0]?.id, minutes: 45 }))],
  ["the note that is there", patch("note", () => ({ internal_note: "" }))],
  ["the state it is in", to("booked")],
  ["a refused transition", to("declined")],
  ["a refused shape", patch("note", () => ({}))],
  ["a reading", (open, v) => open.call("GET", `/appointments/${v.id}`)],
];
