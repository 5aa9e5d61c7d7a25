import { Type } from "typebox";
import {
  atLocation,
  commaList,
  DateOrDateTime,
  DateTime,
  described,
  Id,
  LocalDate,
  Money,
  nullable,
  query,
  record,
  TimeZone,
  words,
} from "../../../platform/http/shapes.ts";

export const AvailabilityQuery = query({
  location_id: described(Id, "The location"),
  service_ids: commaList(Id, {
    minItems: 1,
    maxItems: 10,
    description: "1–10 comma-separated service ids, in the order of performance",
  }),
  staff_ids: Type.Optional(
    commaList(Type.String({ description: "A staff id, or `any`", pattern: "^(any|[0-9a-fA-F-]{36})$" }), {
      minItems: 1,
      maxItems: 10,
      description:
        "One comma-separated entry for each service: a staff id or `any`; default: `any` for each service",
    }),
  ),
  from: described(
    DateOrDateTime,
    "Start of the window, included: a date-time with a UTC offset, or a local date (YYYY-MM-DD)",
  ),
  to: described(
    DateOrDateTime,
    "End of the window: a date-time with a UTC offset, not included, or a local date (YYYY-MM-DD), included; at most 62 days after `from` (of date-times: 62 times 24 hours)",
  ),
  exclude_appointment_id: Type.Optional({
    ...Id,
    description: "The appointment to reschedule, whose current time counts as free",
  }),
  client_id: Type.Optional({
    ...Id,
    description: "With `audience=online`, applies the patch-test rule and the online block",
  }),
  audience: Type.Optional(
    words(["team", "online"] as const, "`online` applies notice, advance, day limits and patch tests"),
  ),
  view: Type.Optional(
    words(["slots", "days"] as const, "`days` counts the slots of each day instead of listing them"),
  ),
  explain: Type.Optional(
    Type.Boolean({ description: "Whether to return the reason for every local day without a slot" }),
  ),
});

const SlotItem = record("SlotItem", "One service of a slot: staff member, resources, time and price", {
  service_id: described(Id, "The service"),
  staff_id: described(Id, "The staff member who performs the service"),
  resource_ids: Type.Array(Id, { description: "Assigned resources, one id per unit" }),
  starts_at: atLocation("When the item starts"),
  ends_at: atLocation("When the item ends, buffers not counted"),
  duration_minutes: Type.Integer({
    minimum: 1,
    description: "Minutes from start to end, buffers not counted",
  }),
  price: Money,
});

const Slot = record(
  "Slot",
  "A start that can be booked: send its `starts_at`, and per item its `service_id` and `staff_id`",
  {
    starts_at: atLocation("Start of the appointment"),
    ends_at: atLocation("End of the appointment, excluding buffers"),
    items: Type.Array(SlotItem, { description: "In the order of performance" }),
  },
);

const DayCount = record("DayCount", "Number of slots on a local day, and the first slot", {
  date: described(LocalDate, "Local date at the location, YYYY-MM-DD"),
  slots: Type.Integer({ minimum: 0, description: "Number of starts" }),
  first: nullable(atLocation("The first start; null if there is none")),
});

export const EMPTY_REASONS = [
  "closed",
  "not_working",
  "busy",
  "resource",
  "notice",
  "advance",
  "day_limit",
  "patch_test",
  "not_performed",
] as const;

const Explanation = record("Explanation", "Why a local day has no slot: the first reason that applies", {
  date: described(LocalDate, "Local date at the location, YYYY-MM-DD"),
  reason: words(EMPTY_REASONS, "Reason why the day has no slot"),
});

export const Availability = Type.Object(
  {
    location_id: described(Id, "The location"),
    time_zone: TimeZone,
    from: atLocation("Start of the window"),
    to: atLocation("End of the window, excluded"),
    slots: Type.Optional(Type.Array(Slot, { description: "Absent with `view=days`" })),
    days: Type.Optional(Type.Array(DayCount, { description: "Only with `view=days`" })),
    explanations: Type.Optional(Type.Array(Explanation, { description: "Only with `explain=true`" })),
    next_available_at: nullable({
      ...DateTime,
      description:
        "The first start after an empty window, within 90 days, with the location's UTC offset; null if there is none or the window has slots",
    }),
    next_from: nullable({
      ...DateTime,
      description:
        "Where the next response begins, with the location's UTC offset, because this one was cut after a whole local day: a response has at most 4,000 slots and 10 MB. Continue with `from` = `next_from`; null when the response is complete, as it always is with `view=days`",
    }),
  },
  {
    $id: "Availability",
    description: "Free starts of a location, earliest first",
    additionalProperties: false,
  },
);
