import { Type } from "typebox";
import {
  commaList,
  DateTime,
  Id,
  LocalDate,
  Money,
  nullable,
  query,
  record,
  TimeZone,
  words,
} from "../../platform/http/shapes.ts";

const DateOrDateTime = Type.String({
  format: "date-or-date-time",
  description: "A local date (YYYY-MM-DD) or a date-time with an offset",
  examples: ["2027-03-29"],
});

export const AvailabilityQuery = query({
  location_id: Id,
  service_ids: commaList(Id, {
    minItems: 1,
    maxItems: 10,
    description: "1–10 service ids, comma-separated, performed one after another in this order",
  }),
  staff_ids: Type.Optional(
    commaList(Type.String({ pattern: "^(any|[0-9a-fA-F-]{36})$" }), {
      minItems: 1,
      maxItems: 10,
      description: "As many entries as services, each a staff id or `any`; without it every entry is `any`",
    }),
  ),
  from: DateOrDateTime,
  to: DateOrDateTime,
  exclude_appointment_id: Type.Optional({
    ...Id,
    description: "Its own time counts as free: for moving a visit",
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
  explain: Type.Optional(Type.Boolean({ description: "Say for every local day without a slot why" })),
});

const SlotItem = record(
  "SlotItem",
  "One service of a slot: who performs it, where, when, and what it costs",
  {
    service_id: Id,
    staff_id: Id,
    resource_ids: Type.Array(Id, { description: "One id per unit" }),
    starts_at: DateTime,
    ends_at: DateTime,
    duration_minutes: Type.Integer({ minimum: 1 }),
    price: Money,
  },
);

const Slot = record(
  "Slot",
  "A start that can be booked: send its `starts_at`, and per item its `service_id` and `staff_id`",
  {
    starts_at: DateTime,
    ends_at: DateTime,
    items: Type.Array(SlotItem),
  },
);

const DayCount = record("DayCount", "How many slots a local day has, and the first of them", {
  date: LocalDate,
  slots: Type.Integer({ minimum: 0 }),
  first: nullable(DateTime),
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
  date: LocalDate,
  reason: words(EMPTY_REASONS),
});

export const Availability = Type.Object(
  {
    location_id: Id,
    time_zone: TimeZone,
    from: DateTime,
    to: DateTime,
    slots: Type.Optional(Type.Array(Slot, { description: "Absent with `view=days`" })),
    days: Type.Optional(Type.Array(DayCount, { description: "Only with `view=days`" })),
    explanations: Type.Optional(Type.Array(Explanation, { description: "Only with `explain=true`" })),
    next_available_at: nullable({
      ...DateTime,
      description:
        "The first start after a window that has none, within 90 days; null for none, and beside slots",
    }),
  },
  {
    $id: "Availability",
    description: "Free starts of a location, earliest first",
    additionalProperties: false,
  },
);
