import { Type } from "typebox";
import { type EventShape, eventShape } from "../../../platform/http/eventShapes.ts";
import { described, Id, placed, record, utc } from "../../../platform/http/shapes.ts";
import { AppointmentShape } from "./schema.ts";

/** What `appointmentIds` makes of a visit; times of states it has not been in are absent. */
const AppointmentIds = record("AppointmentIds", "The identifiers and times of a visit", {
  id: described(Id, "The visit"),
  client_id: described(Id, "Who comes"),
  location_id: described(Id, "Where it happens"),
  item_ids: Type.Array(Id, { description: "Its items, in the order of performance" }),
  service_ids: Type.Array(Id, { description: "What is done, an entry for each item" }),
  staff_ids: Type.Array(Id, { description: "Who does it, an entry for each item" }),
  starts_at: placed("When the first item starts"),
  ends_at: placed("When the last item ends, buffers not counted"),
  confirmed_at: Type.Optional(utc("When a request was confirmed")),
  arrived_at: Type.Optional(utc("When the client was checked in")),
  completed_at: Type.Optional(utc("When the visit was completed")),
  cancelled_at: Type.Optional(utc("When it was cancelled")),
  declined_at: Type.Optional(utc("When a request was declined")),
  no_show_at: Type.Optional(utc("When the client was marked as missing")),
});

const forms = { data: AppointmentShape, ids: AppointmentIds };

/** What is sent of visits (contract §7). */
export const appointmentEvents: readonly EventShape[] = [
  eventShape({
    ...forms,
    type: "appointment.created",
    summary: "An appointment was booked or requested; each appointment of a series has its own event",
  }),
  eventShape({
    ...forms,
    type: "appointment.updated",
    summary:
      "An appointment was rescheduled, resized or confirmed, its note changed, or a transition was undone",
    changed: true,
  }),
  eventShape({ ...forms, type: "appointment.canceled", summary: "An appointment was cancelled or declined" }),
  eventShape({ ...forms, type: "appointment.checked_in", summary: "A client has arrived" }),
  eventShape({ ...forms, type: "appointment.completed", summary: "An appointment was completed" }),
  eventShape({ ...forms, type: "appointment.no_show", summary: "A client did not appear" }),
];
