import type { DataOf, ItemOf } from "@daybook/sdk";
import { api } from "../../base/api.ts";
import { allOf } from "../../base/queries.ts";

export type Endpoint = ItemOf<"/businesses/{business}/webhooks">;
export type EventType = Endpoint["events"][number];
export type Delivery = ItemOf<"/businesses/{business}/webhooks/{endpoint}/deliveries">;
export type DeliveryDetails = DataOf<
  "get",
  "/businesses/{business}/webhooks/{endpoint}/deliveries/{delivery}"
>;

export function endpointsQuery(business: string) {
  return {
    queryKey: [business, "settings", "webhooks"],
    queryFn: () =>
      allOf(api.each("/businesses/{business}/webhooks", { path: { business }, query: { limit: 100 } })),
  } as const;
}

export const STATUSES = ["succeeded", "pending", "failed"] as const satisfies readonly Delivery["status"][];

export const EVENT_TEXTS = {
  "appointment.created": "eventAppointmentCreated",
  "appointment.updated": "eventAppointmentUpdated",
  "appointment.canceled": "eventAppointmentCanceled",
  "appointment.checked_in": "eventAppointmentCheckedIn",
  "appointment.completed": "eventAppointmentCompleted",
  "appointment.no_show": "eventAppointmentNoShow",
  "client.created": "eventClientCreated",
  "client.updated": "eventClientUpdated",
  "payment.succeeded": "eventPaymentSucceeded",
  "payment.refunded": "eventPaymentRefunded",
  "sale.completed": "eventSaleCompleted",
  test: "test",
} as const satisfies Record<EventType | "test", string>;

/** The event types that an endpoint can subscribe to, in the form's order. */
export const EVENTS = (Object.keys(EVENT_TEXTS) as (EventType | "test")[]).filter(
  (type): type is EventType => type !== "test",
);
