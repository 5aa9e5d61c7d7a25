import { statuses } from "@daybook/engine";
import { Type } from "typebox";
import {
  commaList,
  DateTime,
  Id,
  input,
  line,
  Money,
  nullable,
  page,
  pageQuery,
  query,
  record,
  TimeZone,
  words,
} from "../../platform/http/shapes.ts";

export const MOST_ITEMS = 10;

const Status = words(statuses, "Where the visit stands");
const CONFLICT_REASONS = ["appointment", "block", "time_off", "resource"] as const;

const AppointmentItem = record(
  "AppointmentItem",
  "One service of a visit, with what was true when it was booked",
  {
    id: Id,
    position: Type.Integer({ minimum: 1, description: "Order of performance, from 1" }),
    service_id: Id,
    service_name: Type.String({ examples: ["Cut and finish"] }),
    staff_id: Id,
    resource_ids: Type.Array(Id, { description: "The resources it happens with, one id per unit" }),
    starts_at: DateTime,
    ends_at: DateTime,
    duration_minutes: Type.Integer({ minimum: 1, examples: [45] }),
    buffer_before_minutes: Type.Integer({ minimum: 0 }),
    buffer_after_minutes: Type.Integer({ minimum: 0 }),
    price: Money,
  },
);

export const AppointmentShape = record(
  "Appointment",
  "A visit of a client: one or more services performed one after another",
  {
    id: Id,
    location_id: Id,
    client_id: Id,
    series_id: nullable(Id),
    status: Status,
    starts_at: DateTime,
    ends_at: DateTime,
    time_zone: TimeZone,
    source: words(["api", "app", "online", "import"] as const, "Where the visit was booked"),
    items: Type.Array(AppointmentItem),
    total: Money,
    internal_note: nullable(Type.String({ description: "Only the team sees it" })),
    status_reason: nullable(Type.String({ description: "Why it was cancelled or declined" })),
    confirmed_at: nullable(DateTime),
    arrived_at: nullable(DateTime),
    completed_at: nullable(DateTime),
    cancelled_at: nullable(DateTime),
    declined_at: nullable(DateTime),
    no_show_at: nullable(DateTime),
    cancelled_by: nullable(words(["team", "client", "system"] as const)),
    forms_pending: Type.Integer({ minimum: 0, description: "Intake forms still to be filled in" }),
    version: Type.Integer({ minimum: 1, description: "Also in `ETag`" }),
    created_at: DateTime,
    updated_at: DateTime,
  },
);

export const AppointmentPage = page("AppointmentPage", AppointmentShape);

const BookingItem = input("BookingItem", "One service of the visit and who performs it", {
  service_id: Id,
  staff_id: Id,
});

const bookingFields = {
  location_id: Id,
  client_id: Id,
  starts_at: DateTime,
  items: Type.Array(BookingItem, {
    minItems: 1,
    maxItems: MOST_ITEMS,
    description: "In the order of performance; each item starts when the one before it ends",
  }),
  status: Type.Optional(
    words(["booked", "requested"] as const, "`requested` waits for the team's answer; default `booked`"),
  ),
};

export const BookingInput = input("BookingInput", "A visit to be booked", bookingFields);

export const RecurringInput = input("RecurringBookingInput", "A visit to be booked every N weeks", {
  ...bookingFields,
  every_weeks: Type.Integer({ minimum: 1, maximum: 52 }),
  occurrences: Type.Integer({ minimum: 1, maximum: 52, description: "How many dates, the first included" }),
});

export const SkippedDate = record(
  "SkippedDate",
  "A date of a repeat that was left out because its time is taken",
  {
    starts_at: DateTime,
    ends_at: DateTime,
    reason: words(CONFLICT_REASONS),
    appointment_id: nullable(Id),
  },
);

export const AppointmentSeries = record(
  "AppointmentSeries",
  "The visits of a repeat that were booked, and the dates that were not",
  {
    series_id: Id,
    created: Type.Array(AppointmentShape),
    conflicts: Type.Array(SkippedDate),
  },
);

export const ScheduleInput = input("ScheduleInput", "Where a visit moves, and which items change hands", {
  starts_at: DateTime,
  force: Type.Optional(Type.Boolean({ description: "Take the time even where it is taken" })),
  items: Type.Optional(
    Type.Array(
      input("ItemReassignment", "An item and who performs it from now on", { id: Id, staff_id: Id }),
      {
        maxItems: MOST_ITEMS,
        description: "Items that are not listed keep their staff member",
      },
    ),
  ),
});

export const DurationInput = input("DurationInput", "How long one item takes from now on", {
  item_id: Id,
  minutes: Type.Integer({ minimum: 1, maximum: 1440 }),
  force: Type.Optional(Type.Boolean({ description: "Take the time even where it is taken" })),
});

export const NoteInput = input("NoteInput", "The note that only the team sees", {
  internal_note: nullable(line(10_000, "Empty or null clears it")),
});

export const TransitionInput = input("TransitionInput", "The state a visit goes to", {
  to: Status,
  reason: Type.Optional(nullable(line(2000, "Only used with cancelled and declined"))),
  notify_client: Type.Optional(Type.Boolean({ default: true, description: "Only used with cancelled" })),
});

export const AppointmentQuery = query({
  location_id: Id,
  from: DateTime,
  to: DateTime,
  staff_id: Type.Optional(Id),
  client_id: Type.Optional(Id),
  status: Type.Optional(
    commaList(Status, { minItems: 1, description: "Comma-separated states; all by default" }),
  ),
  updated_since: Type.Optional(DateTime),
  ...pageQuery(1000, 500),
});
