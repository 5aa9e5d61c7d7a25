import { Type } from "typebox";
import { type EventShape, eventShape } from "../../../platform/http/eventShapes.ts";
import { atLocation, described, Id, record, utc } from "../../../platform/http/shapes.ts";
import { AppointmentShape } from "./schema.ts";

/** The result of `appointmentIds`. Times of statuses that the appointment never had are absent. */
const AppointmentIds = record("AppointmentIds", "The identifiers and times of an appointment", {
  id: described(Id, "The appointment"),
  client_id: described(Id, "The client"),
  location_id: described(Id, "The location"),
  item_ids: Type.Array(Id, { description: "The items, in the order of performance" }),
  service_ids: Type.Array(Id, { description: "Services, one entry per item" }),
  staff_ids: Type.Array(Id, { description: "Staff members, one entry per item" }),
  starts_at: atLocation("When the first item starts"),
  ends_at: atLocation("When the last item ends, buffers not counted"),
  confirmed_at: Type.Optional(utc("When a request was confirmed")),
  arrived_at: Type.Optional(utc("When the client was checked in")),
  completed_at: Type.Optional(utc("When the appointment was completed")),
  cancelled_at: Type.Optional(utc("When it was cancelled")),
  declined_at: Type.Optional(utc("When a request was declined")),
  no_show_at: Type.Optional(utc("When it was marked as a no-show")),
});

const forms = { data: AppointmentShape, ids: AppointmentIds };

/** Events about appointments (contract §7). */
export const appointmentEvents: readonly EventShape[] = [
  eventShape({
    ...forms,
    type: "appointment.created",
    summary: "An appointment was booked or requested (one event for each appointment of a series)",
  }),
  eventShape({
    ...forms,
    type: "appointment.updated",
    summary:
      "An appointment was rescheduled, resized or confirmed, its note changed, or a transition was undone",
    changed: true,
  }),
  eventShape({ ...forms, type: "appointment.canceled", summary: "An appointment was cancelled or declined" }),
  eventShape({ ...forms, type: "appointment.checked_in", summary: "A client was checked in" }),
  eventShape({ ...forms, type: "appointment.completed", summary: "An appointment was completed" }),
  eventShape({ ...forms, type: "appointment.no_show", summary: "An appointment was marked as a no-show" }),
];
