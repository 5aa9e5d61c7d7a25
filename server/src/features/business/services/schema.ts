import { type Static, Type } from "typebox";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import {
  CreatedAt,
  Currency,
  Id,
  input,
  line,
  Money,
  means,
  nullable,
  page,
  pageQuery,
  query,
  record,
  UpdatedAt,
  words,
} from "../../../platform/http/shapes.ts";

export const PRICE_KINDS = ["fixed", "from", "free"] as const;

/** No service, and no phase of one, is longer than a day. */
export const MAX_SERVICE_MINUTES = 1440;

const minutes = (least: number, description: string) =>
  Type.Integer({ minimum: least, maximum: MAX_SERVICE_MINUTES, description });

export const Position = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "Order among its kind, 1 first",
});
export const Name = line(120, "What clients read on the menu", 1);
export const Description = nullable(line(2000, "More words on it, as clients read them"));

/** A price as it is sent: the currency is the business's. */
export const Price = input("PriceInput", "A price in minor units of the business's currency", {
  amount: Type.Integer({
    minimum: 0,
    maximum: MAX_AMOUNT_MINOR,
    description: "Minor units of the currency: 4500 is 45.00 EUR, and 4500 JPY",
    examples: [4500],
  }),
  currency: Currency,
});

export const ServiceResource = record("ServiceResource", "A resource that every visit of the service needs", {
  type: Type.String({
    description: "The `type` of the location's resources",
    pattern: "^[a-z][a-z0-9_]{0,39}$",
    examples: ["room"],
  }),
  count: Type.Integer({ minimum: 1, maximum: 100, description: "How many units of that type" }),
});

export const ServiceStaff = record("ServiceStaff", "Who performs the service", {
  staff_id: means(Id, "The member of the team"),
  duration_minutes: nullable(
    minutes(1, "Minutes this member takes; null: as long as the service says. The phases are fitted to it"),
  ),
  price: nullable(Money, "What this member costs; null: what the service says"),
});

const ServiceStaffInput = input("ServiceStaffInput", "Who performs the service", {
  staff_id: means(Id, "The member of the team"),
  duration_minutes: Type.Optional(ServiceStaff.properties.duration_minutes),
  price: Type.Optional(nullable(Price, "What this member costs; null: what the service says")),
});

const rules = {
  requires_patch_test: Type.Boolean({
    description: "Bookable online only from 48 hours to 6 months after the client's last allergy test",
  }),
  online_bookable: Type.Boolean({ description: "Offered on the booking page" }),
  requires_approval: Type.Boolean({ description: "Visits of the booking page start as requested" }),
  active: Type.Boolean({ description: "On the menu; archived services are not" }),
  slot_step_minutes: minutes(1, "Starts are offered at multiples of so many minutes since local midnight"),
  min_notice_minutes: Type.Integer({
    minimum: 0,
    maximum: 525_600,
    description: "How many minutes before the start it can be booked online at the latest",
  }),
  max_advance_days: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: "How many days ahead it can be booked online",
  }),
  max_per_day: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: "How often a day it is offered; null: any number",
    }),
  ),
};

const durations = {
  duration_minutes: minutes(
    1,
    "Minutes from start to end, buffers not counted: initial + processing + finishing",
  ),
  initial_minutes: minutes(1, "Minutes at the start that keep staff, client and resources busy"),
  processing_minutes: minutes(
    0,
    "Minutes that keep client and resources busy and leave the staff member free",
  ),
  finishing_minutes: minutes(0, "Minutes at the end that keep staff, client and resources busy"),
  buffer_before_minutes: minutes(0, "Minutes before it that keep staff and resources busy"),
  buffer_after_minutes: minutes(0, "Minutes after it that keep staff and resources busy"),
};

const CategoryId = means(Id, "The heading it stands under; null: none");
const LocationIds = Type.Array(Id, { maxItems: 200, uniqueItems: true, description: "Where it is offered" });

/** Contract §3, "service". */
export const Service = record("Service", "Something on the menu", {
  id: Id,
  category_id: nullable(CategoryId),
  name: Name,
  description: Description,
  ...durations,
  price: Money,
  price_kind: words(PRICE_KINDS, "What the price means; a free service costs 0"),
  ...rules,
  location_ids: LocationIds,
  resources: Type.Array(ServiceResource, { description: "By type" }),
  staff: Type.Array(ServiceStaff, { description: "By their position; also members who are inactive now" }),
  position: Position,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const ServicePage = page("ServicePage", Service);

/** Contract §8. A filter with an id that nothing has finds nothing. */
export const ServicesQuery = query({
  category_id: Type.Optional(means(Id, "Only services under this heading")),
  location_id: Type.Optional(means(Id, "Only services offered at this location")),
  staff_id: Type.Optional(means(Id, "Only services this member performs")),
  active: Type.Optional(words(["true", "1", "false", "0", "all"], "Archived ones: only with false or all")),
  ...pageQuery(),
});

const optional = {
  category_id: Type.Optional(nullable(CategoryId)),
  description: Type.Optional(Description),
  duration_minutes: Type.Optional(durations.duration_minutes),
  initial_minutes: Type.Optional(durations.initial_minutes),
  processing_minutes: Type.Optional(durations.processing_minutes),
  finishing_minutes: Type.Optional(durations.finishing_minutes),
  buffer_before_minutes: Type.Optional(durations.buffer_before_minutes),
  buffer_after_minutes: Type.Optional(durations.buffer_after_minutes),
  price: Type.Optional(Price),
  price_kind: Type.Optional(words(PRICE_KINDS, "What the price means; a free service costs 0")),
  requires_patch_test: Type.Optional(rules.requires_patch_test),
  online_bookable: Type.Optional(rules.online_bookable),
  requires_approval: Type.Optional(rules.requires_approval),
  active: Type.Optional(rules.active),
  slot_step_minutes: Type.Optional(rules.slot_step_minutes),
  min_notice_minutes: Type.Optional(rules.min_notice_minutes),
  max_advance_days: Type.Optional(rules.max_advance_days),
  max_per_day: Type.Optional(rules.max_per_day),
  resources: Type.Optional(
    Type.Array(ServiceResource, { maxItems: 20, description: "What every visit of it needs" }),
  ),
  staff: Type.Optional(Type.Array(ServiceStaffInput, { maxItems: 500, description: "Who performs it" })),
  position: Type.Optional(Position),
};

/** Either `duration_minutes` or phases are needed, and a `price` unless it is free. */
export const ServiceInput = input("ServiceInput", "A new service", {
  name: Name,
  location_ids: LocationIds,
  ...optional,
});

/** `location_ids`, `resources` and `staff` are replaced as a whole. */
export const ServiceChanges = input("ServiceChanges", "What changes in a service", {
  name: Type.Optional(Name),
  location_ids: Type.Optional(LocationIds),
  ...optional,
});

export type ServiceRecord = Static<typeof Service>;
export type ServicePageRecord = Static<typeof ServicePage>;
export type ServicesQueryValues = Static<typeof ServicesQuery>;
export type NewService = Static<typeof ServiceInput>;
export type ChangedService = Static<typeof ServiceChanges>;
