import { statuses } from "@daybook/engine";
import { Type } from "typebox";
import {
  CreatedAt,
  commaList,
  described,
  Id,
  input,
  line,
  Money,
  nullable,
  page,
  pageQuery,
  placed,
  query,
  record,
  sent,
  TimeZone,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { SkippedDate } from "../blocks/index.ts";

export const MAX_ITEMS = 10;

const Status = words(statuses, "Where the visit stands");

const AppointmentItem = record(
  "AppointmentItem",
  "One service of a visit, with what was true when it was booked",
  {
    id: described(Id, "The item, as moves and resizes name it"),
    position: Type.Integer({ minimum: 1, description: "Order of performance, from 1" }),
    service_id: described(Id, "The service"),
    service_name: Type.String({
      description: "What the service was called when it was booked",
      examples: ["Cut and finish"],
    }),
    staff_id: described(Id, "Who performs it"),
    resource_ids: Type.Array(Id, { description: "The resources it happens with, one id per unit" }),
    starts_at: placed("When the item starts"),
    ends_at: placed("When the item ends, buffers not counted"),
    duration_minutes: Type.Integer({
      minimum: 1,
      description: "Minutes from start to end, buffers not counted",
      examples: [45],
    }),
    buffer_before_minutes: Type.Integer({
      minimum: 0,
      description: "Minutes before it that keep staff and resources, not the client",
    }),
    buffer_after_minutes: Type.Integer({
      minimum: 0,
      description: "Minutes after it that keep staff and resources, not the client",
    }),
    price: Money,
  },
);

export const AppointmentShape = record(
  "Appointment",
  "A visit of a client: one or more services performed one after another",
  {
    id: Id,
    location_id: described(Id, "Where it happens"),
    client_id: described(Id, "Who comes"),
    series_id: nullable(described(Id, "The repeat it was booked in; null for a single visit")),
    status: Status,
    starts_at: placed("When the first item starts"),
    ends_at: placed("When the last item ends, buffers not counted"),
    time_zone: TimeZone,
    source: words(["api", "app", "online", "import"] as const, "Where the visit was booked"),
    items: Type.Array(AppointmentItem, { description: "In the order of performance" }),
    total: Money,
    internal_note: nullable(Type.String({ description: "Only the team sees it" })),
    status_reason: nullable(Type.String({ description: "Why it was cancelled or declined" })),
    confirmed_at: nullable(utc("When a request was confirmed; null while it was not")),
    arrived_at: nullable(utc("When the client was checked in; null while they were not")),
    completed_at: nullable(utc("When the visit was completed; null while it was not")),
    cancelled_at: nullable(utc("When it was cancelled; null while it was not")),
    declined_at: nullable(utc("When a request was declined; null while it was not")),
    no_show_at: nullable(utc("When the client was marked as missing; null while they were not")),
    cancelled_by: nullable(
      words(
        ["team", "client", "system"] as const,
        "Who cancelled or declined it; null while nobody has. `system`: nobody had answered by its start",
      ),
    ),
    forms_pending: Type.Integer({ minimum: 0, description: "Intake forms still to be filled in" }),
    version: Type.Integer({ minimum: 1, description: "Goes up with every change; also in `ETag`" }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);

export const AppointmentPage = page("AppointmentPage", AppointmentShape);

const BookingItemInput = input("BookingItemInput", "One service of the visit and who performs it", {
  service_id: described(Id, "The service"),
  staff_id: described(Id, "Who performs it"),
});

const bookingFields = {
  location_id: described(Id, "Where it happens"),
  client_id: described(Id, "Who comes"),
  starts_at: sent("When the first item starts"),
  items: Type.Array(BookingItemInput, {
    minItems: 1,
    maxItems: MAX_ITEMS,
    description: "In the order of performance; each item starts when the one before it ends",
  }),
  status: Type.Optional(
    words(["booked", "requested"] as const, "`requested` waits for the team's answer; default `booked`"),
  ),
};

export const BookingInput = input("BookingInput", "A visit to be booked", bookingFields);

export const RecurringInput = input("RecurringBookingInput", "A visit to be booked every N weeks", {
  ...bookingFields,
  every_weeks: Type.Integer({ minimum: 1, maximum: 52, description: "Weeks from one date to the next" }),
  occurrences: Type.Integer({ minimum: 1, maximum: 52, description: "How many dates, the first included" }),
});

export const AppointmentSeries = record(
  "AppointmentSeries",
  "The visits of a repeat that were booked, and the dates that were not",
  {
    series_id: described(Id, "What the visits of the repeat have in common"),
    created: Type.Array(AppointmentShape, { description: "The visits that were booked, by start" }),
    conflicts: Type.Array(SkippedDate, { description: "The dates that were left out, by start" }),
  },
);

export const AppointmentScheduleChanges = input(
  "AppointmentScheduleChanges",
  "Where a visit moves, and which items change hands",
  {
    starts_at: sent("When the first item starts from now on"),
    force: Type.Optional(Type.Boolean({ description: "Take the time even where it is taken" })),
    items: Type.Optional(
      Type.Array(
        input("ItemReassignmentInput", "An item and who performs it from now on", {
          id: described(Id, "An item of the visit"),
          staff_id: described(Id, "Who performs it from now on"),
        }),
        {
          maxItems: MAX_ITEMS,
          description: "Items that are not listed keep their staff member",
        },
      ),
    ),
  },
);

export const AppointmentDurationChanges = input(
  "AppointmentDurationChanges",
  "How long one item takes from now on",
  {
    item_id: described(Id, "An item of the visit"),
    minutes: Type.Integer({
      minimum: 1,
      maximum: 1440,
      description: "Minutes from its start to its end, buffers not counted",
    }),
    force: Type.Optional(Type.Boolean({ description: "Take the time even where it is taken" })),
  },
);

export const AppointmentNoteChanges = input("AppointmentNoteChanges", "The note that only the team sees", {
  internal_note: nullable(line(10_000, "Empty or null clears it")),
});

export const TransitionInput = input("TransitionInput", "The state a visit goes to", {
  to: Status,
  reason: Type.Optional(nullable(line(2000, "Only used with cancelled and declined"))),
  notify_client: Type.Optional(Type.Boolean({ default: true, description: "Only used with cancelled" })),
});

export const AppointmentQuery = query({
  location_id: described(Id, "The location"),
  from: sent("Start of the window: visits that end after it"),
  to: sent("End of the window: visits that start before it"),
  staff_id: Type.Optional(described(Id, "Only visits with an item that this member performs")),
  client_id: Type.Optional(described(Id, "Only visits of this client")),
  status: Type.Optional(
    commaList(Status, { minItems: 1, description: "Comma-separated states; all by default" }),
  ),
  updated_since: Type.Optional(sent("Only visits changed at or after this instant")),
  ...pageQuery(1000, 500),
});

export const ClientAppointmentQuery = query(pageQuery());
