import { Type } from "typebox";
import { anyEvent, type EventShape } from "../../platform/http/eventShapes.ts";
import { described, nullable, record } from "../../platform/http/shapes.ts";
import { paymentEvents } from "../checkout/payments/index.ts";
import { saleEvents } from "../checkout/sales/index.ts";
import { clientEvents } from "../clients/clients/index.ts";
import { appointmentEvents } from "../scheduling/appointments/index.ts";

/**
 * All event types with the schemas of their bodies. The API description, the deliveries and the list of events use this table.
 */
export const publishedEvents: readonly EventShape[] = [
  ...appointmentEvents,
  ...clientEvents,
  ...paymentEvents,
  ...saleEvents,
];

const Cursor = Type.String({ maxLength: 2000 });

export const EventPage = record("EventPage", "A page of events: the bodies that deliveries send", {
  items: Type.Array(anyEvent(publishedEvents), {
    description: "Oldest first, or newest first with `order=newest`",
  }),
  next_cursor: nullable(described(Cursor, "Send as `cursor` to get the next page; null on the last page")),
  resume_cursor: described(
    Cursor,
    "Cursor after the last event of this page. Send it later as `cursor` to get newer events",
  ),
});
