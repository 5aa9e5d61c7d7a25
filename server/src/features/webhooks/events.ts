import { Type } from "typebox";
import { type EventShape, oneOfShapes } from "../../platform/http/eventShapes.ts";
import { described, nullable, record } from "../../platform/http/shapes.ts";
import { paymentEvents } from "../checkout/payments/index.ts";
import { saleEvents } from "../checkout/sales/index.ts";
import { clientEvents } from "../clients/clients/index.ts";
import { appointmentEvents } from "../scheduling/appointments/index.ts";

/** Every event with its bodies: what is described, delivered and replayed is this one table. */
export const publishedEvents: readonly EventShape[] = [
  ...appointmentEvents,
  ...clientEvents,
  ...paymentEvents,
  ...saleEvents,
];

const AnyEvent = oneOfShapes(
  publishedEvents.flatMap(({ full, ids }) => [full, ids]),
  "The body of a delivery: with the record, or with identifiers and times alone",
);
const Cursor = Type.String({ maxLength: 2000 });

/** What happened, in the order in which it was written down. */
export const EventPage = record("EventPage", "One page of events: the bodies that deliveries send", {
  items: Type.Array(AnyEvent, { description: "In the order in which they happened" }),
  next_cursor: nullable(described(Cursor, "Give it back as `cursor` for the next page; null on the last")),
  resume_cursor: described(
    Cursor,
    "Stands behind the last event given: keep it, and ask from here on for what has come since",
  ),
});
