import { statuses } from "@daybook/engine";
import { Type } from "typebox";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import {
  atLocation,
  CreatedAt,
  Currency,
  commaList,
  DateTime,
  described,
  Id,
  input,
  line,
  Money,
  nullable,
  page,
  pageQuery,
  query,
  record,
  sent,
  TimeZone,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { ClientSummary } from "../../clients/clients/index.ts";
import { SkippedDate } from "../blocks/index.ts";

export const MAX_ITEMS = 10;

const Price = Type.Object(
  {
    amount: Type.Integer({
      minimum: 0,
      maximum: MAX_AMOUNT_MINOR,
      description: "Minor units of the currency",
      examples: [4500],
    }),
    currency: Currency,
  },
  { additionalProperties: false },
);

const Status = words(statuses, "Status of the appointment");

const AppointmentItem = record(
  "AppointmentItem",
  "One service of an appointment, with name, durations and price as booked",
  {
    id: described(Id, "Id of the item, for rescheduling and resizing"),
    position: Type.Integer({ minimum: 1, description: "Order of performance, from 1" }),
    service_id: described(Id, "The service"),
    service_name: Type.String({
      description: "Name of the service when it was booked",
      examples: ["Cut and finish"],
    }),
    staff_id: described(Id, "The staff member who performs the service"),
    resource_ids: Type.Array(Id, { description: "Assigned resources, one id per unit" }),
    starts_at: atLocation("When the item starts"),
    ends_at: atLocation("When the item ends, buffers not counted"),
    duration_minutes: Type.Integer({
      minimum: 1,
      description: "Minutes from start to end, buffers not counted: the sum of the three phases",
      examples: [45],
    }),
    initial_minutes: Type.Integer({
      minimum: 0,
      description: "Minutes at the start in which staff, client and resources are busy",
    }),
    processing_minutes: Type.Integer({
      minimum: 0,
      description:
        "Minutes after the initial minutes in which client and resources are busy, but the staff member is free",
    }),
    finishing_minutes: Type.Integer({
      minimum: 0,
      description: "Minutes at the end in which staff, client and resources are busy",
    }),
    buffer_before_minutes: Type.Integer({
      minimum: 0,
      description: "Minutes before the item in which staff and resources are busy, but not the client",
    }),
    buffer_after_minutes: Type.Integer({
      minimum: 0,
      description: "Minutes after the item in which staff and resources are busy, but not the client",
    }),
    price: Money,
  },
);

export const AppointmentShape = record(
  "Appointment",
  "An appointment of a client: one or more services performed one after another",
  {
    id: Id,
    location_id: described(Id, "The location"),
    client_id: described(Id, "The client"),
    client: Type.Optional(
      nullable(ClientSummary, "Only with `include=client`; null for a client who has been deleted"),
    ),
    first_visit: Type.Optional(
      Type.Boolean({
        description:
          "Only with `include=first_visit`: the client has no earlier appointment that took place or is expected",
      }),
    ),
    deposit: Type.Optional(
      nullable(Money, "Only with `include=deposit`: deposits taken, less refunds; null if there are none"),
    ),
    client_confirmed_at: Type.Optional(
      nullable(
        utc(
          "Only with `include=client_confirmed_at`: when the client confirmed by the link in a reminder; null before, and after a new start",
        ),
      ),
    ),
    series_id: nullable(described(Id, "Id of the series; null for a single appointment")),
    status: Status,
    starts_at: atLocation("When the first item starts"),
    ends_at: atLocation("When the last item ends, buffers not counted"),
    time_zone: TimeZone,
    source: words(["api", "app", "online", "import"] as const, "How the appointment was booked"),
    items: Type.Array(AppointmentItem, { description: "In the order of performance" }),
    total: Money,
    internal_note: nullable(Type.String({ description: "Visible to staff only" })),
    status_reason: nullable(Type.String({ description: "Reason for the cancellation or decline" })),
    confirmed_at: nullable(utc("When a request was confirmed; null before")),
    arrived_at: nullable(utc("When the client was checked in; null before")),
    completed_at: nullable(utc("When the appointment was completed; null before")),
    cancelled_at: nullable(utc("Time of cancellation; null if not cancelled")),
    declined_at: nullable(utc("When a request was declined; null before")),
    no_show_at: nullable(utc("Time of marking as a no-show; null if not marked")),
    cancelled_by: nullable(
      words(
        ["team", "client", "system"] as const,
        "Who cancelled or declined the appointment; otherwise null. `system`: staff had not answered the request by its start",
      ),
    ),
    forms_pending: Type.Integer({ minimum: 0, description: "Intake forms still to be filled in" }),
    version: Type.Integer({ minimum: 1, description: "Increases with every change; also sent as `ETag`" }),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);

export const AppointmentPage = page("AppointmentPage", AppointmentShape);

const BookingItemInput = input(
  "BookingItemInput",
  "One service of the appointment and the staff member who performs it",
  {
    service_id: described(Id, "The service"),
    staff_id: described(Id, "The staff member who performs the service"),
  },
);

const notifyClient = (about: string) =>
  Type.Optional(
    Type.Boolean({ default: true, description: `False: the client gets no e-mail about ${about}` }),
  );

const bookingFields = {
  location_id: described(Id, "The location"),
  client_id: described(Id, "The client"),
  starts_at: sent("When the first item starts"),
  items: Type.Array(BookingItemInput, {
    minItems: 1,
    maxItems: MAX_ITEMS,
    description: "In the order of performance; each item starts when the one before it ends",
  }),
  status: Type.Optional(
    words(
      ["booked", "requested"] as const,
      "`requested` waits until staff members confirm or decline the appointment; default `booked`",
    ),
  ),
  notify_client: notifyClient("the booking; reminders are still sent"),
};

export const BookingInput = input("BookingInput", "An appointment to book", {
  ...bookingFields,
  force: Type.Optional(
    Type.Boolean({ description: "Overbook taken time. Accepted only from app sessions, not from API keys" }),
  ),
});

export const RecurringInput = input("RecurringBookingInput", "An appointment to book every N weeks", {
  ...bookingFields,
  every_weeks: Type.Integer({ minimum: 1, maximum: 52, description: "Weeks from one date to the next" }),
  occurrences: Type.Integer({ minimum: 1, maximum: 52, description: "Number of dates, including the first" }),
});

export const AppointmentSeries = record(
  "AppointmentSeries",
  "The booked appointments and the skipped dates of a series",
  {
    series_id: described(Id, "Id of the series"),
    created: Type.Array(AppointmentShape, { description: "The booked appointments, sorted by start" }),
    conflicts: Type.Array(SkippedDate, { description: "The skipped dates, sorted by start" }),
  },
);

export const AppointmentScheduleChanges = input(
  "AppointmentScheduleChanges",
  "The new start of an appointment, and items that another staff member performs",
  {
    starts_at: sent("The new start of the first item"),
    force: Type.Optional(Type.Boolean({ description: "Overbook taken time" })),
    notify_client: notifyClient("the change"),
    items: Type.Optional(
      Type.Array(
        input("ItemReassignmentInput", "An item and its new staff member", {
          id: described(Id, "An item of the appointment"),
          staff_id: described(Id, "The new staff member for the item"),
        }),
        {
          maxItems: MAX_ITEMS,
          description: "Items that are not listed keep their staff member",
        },
      ),
    ),
  },
);

export const AppointmentItemsInput = input(
  "AppointmentItemsInput",
  "The new items of an appointment, which replace all existing items",
  {
    items: Type.Array(
      input("AppointmentItemInput", "An existing or new item of the appointment", {
        id: Type.Optional(
          described(
            Id,
            "An item of the appointment, which keeps durations and price unless its service changes",
          ),
        ),
        service_id: described(Id, "The service"),
        staff_id: described(Id, "The staff member who performs the service"),
        price: Type.Optional({
          ...Price,
          description:
            "Requires an app session. A price below the menu price is a discount, limited by role. Default: the booked price, or the menu price for a new item",
        }),
      }),
      {
        minItems: 1,
        maxItems: MAX_ITEMS,
        description: "In the order of performance. Existing items that are not listed are removed",
      },
    ),
    client_id: Type.Optional(described(Id, "Another client")),
    starts_at: Type.Optional(sent("The new start of the first item; default: its present start")),
    force: Type.Optional(Type.Boolean({ description: "Overbook taken time" })),
    notify_client: notifyClient("the change"),
  },
);

export const AppointmentDurationChanges = input(
  "AppointmentDurationChanges",
  "The new duration of one item",
  {
    item_id: described(Id, "An item of the appointment"),
    minutes: Type.Integer({
      minimum: 1,
      maximum: 1440,
      description: "Minutes from its start to its end, buffers not counted",
    }),
    force: Type.Optional(Type.Boolean({ description: "Overbook taken time" })),
    notify_client: notifyClient("the change"),
  },
);

export const AppointmentNoteChanges = input(
  "AppointmentNoteChanges",
  "The internal note, visible to staff only",
  {
    internal_note: nullable(line(10_000, "Empty or null clears it")),
  },
);

export const TransitionInput = input("TransitionInput", "The new status of an appointment", {
  to: Status,
  reason: Type.Optional(nullable(line(2000, "Only used with cancelled and declined"))),
  notify_client: Type.Optional(Type.Boolean({ default: true, description: "Only used with cancelled" })),
});

const INCLUDED = ["client", "first_visit", "deposit", "client_confirmed_at"] as const;
export type Included = (typeof INCLUDED)[number];

const include = Type.Optional(
  commaList(words(INCLUDED), {
    minItems: 1,
    description:
      "Adds fields to each record: `client`, a summary (a key needs `clients:read`), `first_visit`, `deposit` (a key needs `payments:read`), `client_confirmed_at`",
  }),
);

export const OneAppointmentQuery = query({ include });

export const AppointmentQuery = query({
  location_id: described(Id, "The location"),
  from: sent("Start of the window: appointments that end after it"),
  to: sent("End of the window: appointments that start before it"),
  staff_id: Type.Optional(described(Id, "Only appointments with an item of this staff member")),
  client_id: Type.Optional(described(Id, "Only appointments of this client")),
  status: Type.Optional(
    commaList(Status, { minItems: 1, description: "Comma-separated statuses; all by default" }),
  ),
  updated_since: Type.Optional(
    described(
      DateTime,
      "Only appointments changed at or after this instant (with a UTC offset or `Z`). Continue with the latest `updated_at`: no change is missed",
    ),
  ),
  include,
  ...pageQuery(1000, 500),
});

export const ClientAppointmentQuery = query({ include, ...pageQuery() });
