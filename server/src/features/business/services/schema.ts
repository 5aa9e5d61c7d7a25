import { type Static, Type } from "typebox";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
import {
  CreatedAt,
  Currency,
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
  UpdatedAt,
  words,
} from "../../../platform/http/shapes.ts";
import { TaxRateId } from "../tax-rates/index.ts";

export const PRICE_KINDS = ["fixed", "from", "free"] as const;

/** The longest duration of a service and of each of its phases, in minutes: one day. */
export const MAX_SERVICE_MINUTES = 1440;

const minutes = (least: number, description: string) =>
  Type.Integer({ minimum: least, maximum: MAX_SERVICE_MINUTES, description });

export const Position = Type.Integer({
  minimum: 1,
  maximum: 1_000_000,
  description: "Position in the list, from 1",
});
export const Name = line(120, "Name on the menu", 1);
export const Description = nullable(line(2000, "Description for clients"));

/** A price in a request body. The currency must be the currency of the business. */
export const Price = input("PriceInput", "A price in minor units of the business's currency", {
  amount: Type.Integer({
    minimum: 0,
    maximum: MAX_AMOUNT_MINOR,
    description: "Minor units of the currency: 4500 is 45.00 EUR, and 4500 JPY",
    examples: [4500],
  }),
  currency: Currency,
});

/** Like `Price`, but never zero. */
export const PositivePrice = input(
  "PositivePriceInput",
  "A price of at least one minor unit of the business's currency",
  { ...Price.properties, amount: Type.Integer({ ...Price.properties.amount, minimum: 1 }) },
);

export const ServiceResource = record(
  "ServiceResource",
  "A resource that every appointment of the service needs",
  {
    type: Type.String({
      description: "The `type` of the location's resources",
      pattern: "^[a-z][a-z0-9_]{0,39}$",
      examples: ["room"],
    }),
    count: Type.Integer({ minimum: 1, maximum: 100, description: "Number of units of this type" }),
  },
);

export const ServiceStaff = record("ServiceStaff", "A staff member who performs the service", {
  staff_id: described(Id, "The staff member"),
  duration_minutes: nullable(
    minutes(
      1,
      "Minutes that this staff member takes, to which the phases are adjusted; null: those of the service",
    ),
  ),
  price: nullable(Money, "Price of this staff member; null: the price of the service"),
});

const ServiceStaffInput = input("ServiceStaffInput", "A staff member who performs the service", {
  staff_id: described(Id, "The staff member"),
  duration_minutes: Type.Optional(ServiceStaff.properties.duration_minutes),
  price: Type.Optional(nullable(Price, "Price of this staff member; null: the price of the service")),
});

const rules = {
  requires_patch_test: Type.Boolean({
    description: "Bookable online only from 48 hours to 6 months after the client's last allergy test",
  }),
  online_bookable: Type.Boolean({ description: "Whether clients can book the service online" }),
  requires_approval: Type.Boolean({
    description: "Appointments booked online start with the status requested",
  }),
  active: Type.Boolean({ description: "false: archived" }),
  slot_step_minutes: Type.Integer({
    minimum: 5,
    maximum: 240,
    description: "Starts are offered at multiples of this many minutes since local midnight",
  }),
  min_notice_minutes: Type.Integer({
    minimum: 0,
    maximum: 525_600,
    description: "Minimum number of minutes between an online booking and its start",
  }),
  max_advance_days: Type.Integer({
    minimum: 0,
    maximum: 3650,
    description: "Maximum number of days ahead for online bookings",
  }),
  max_per_day: nullable(
    Type.Integer({
      minimum: 1,
      maximum: 10_000,
      description: "Maximum number of appointments a day; null: unlimited",
    }),
  ),
};

const durations = {
  duration_minutes: minutes(1, "Minutes from start to end without buffers: initial + processing + finishing"),
  initial_minutes: minutes(1, "Minutes at the start that keep staff, client and resources busy"),
  processing_minutes: minutes(
    0,
    "Minutes that keep client and resources busy and leave the staff member free",
  ),
  finishing_minutes: minutes(0, "Minutes at the end that keep staff, client and resources busy"),
  buffer_before_minutes: minutes(0, "Minutes before the start that keep staff and resources busy"),
  buffer_after_minutes: minutes(0, "Minutes after the end that keep staff and resources busy"),
};

const CategoryId = described(Id, "The category; null for a service without a category");
const LocationIds = Type.Array(Id, {
  maxItems: 200,
  uniqueItems: true,
  description: "Locations that offer the service",
});

/** The API record of a service (contract §3, "service"). */
export const Service = record("Service", "A service on the menu", {
  id: Id,
  category_id: nullable(CategoryId),
  name: Name,
  description: Description,
  ...durations,
  price: Money,
  price_kind: words(PRICE_KINDS, "Meaning of the price; a free service costs 0"),
  ...rules,
  location_ids: LocationIds,
  resources: Type.Array(ServiceResource, { description: "Sorted by type" }),
  staff: Type.Array(ServiceStaff, { description: "Sorted by position; includes inactive staff members" }),
  position: Position,
  tax_rate_id: TaxRateId,
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});

export const ServicePage = page("ServicePage", Service);

/** The query parameters of the list of services (contract §8). A filter with an unknown id finds nothing. */
export const ServicesQuery = query({
  category_id: Type.Optional(described(Id, "Only services of this category")),
  location_id: Type.Optional(described(Id, "Only services offered at this location")),
  staff_id: Type.Optional(described(Id, "Only services that this staff member performs")),
  active: Type.Optional(
    words(
      ["true", "1", "false", "0", "all"],
      "By default only active services; `false`: only archived ones, `all`: both",
    ),
  ),
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
  price_kind: Type.Optional(words(PRICE_KINDS, "Meaning of the price; a free service costs 0")),
  requires_patch_test: Type.Optional(rules.requires_patch_test),
  online_bookable: Type.Optional(rules.online_bookable),
  requires_approval: Type.Optional(rules.requires_approval),
  active: Type.Optional(rules.active),
  slot_step_minutes: Type.Optional(rules.slot_step_minutes),
  min_notice_minutes: Type.Optional(rules.min_notice_minutes),
  max_advance_days: Type.Optional(rules.max_advance_days),
  max_per_day: Type.Optional(rules.max_per_day),
  resources: Type.Optional(
    Type.Array(ServiceResource, {
      maxItems: 20,
      description: "Resources that every appointment of the service needs",
    }),
  ),
  staff: Type.Optional(
    Type.Array(ServiceStaffInput, { maxItems: 500, description: "Staff members who perform the service" }),
  ),
  position: Type.Optional(Position),
  tax_rate_id: Type.Optional(TaxRateId),
};

/** The request body of a new service. Requires `duration_minutes` or phases, and `price` unless the service is free. */
export const ServiceInput = input("ServiceInput", "A new service", {
  name: Name,
  location_ids: LocationIds,
  ...optional,
});

/** The request body of a change. `location_ids`, `resources` and `staff` each replace the whole list. */
export const ServiceChanges = input("ServiceChanges", "Changes of a service", {
  name: Type.Optional(Name),
  location_ids: Type.Optional(LocationIds),
  ...optional,
});

export type ServiceRecord = Static<typeof Service>;
export type ServicePageRecord = Static<typeof ServicePage>;
export type ServicesQueryValues = Static<typeof ServicesQuery>;
export type ServiceInput = Static<typeof ServiceInput>;
export type ServiceChanges = Static<typeof ServiceChanges>;
