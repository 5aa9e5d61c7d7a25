import { type Static, Type } from "typebox";
import {
  atLocation,
  CreatedAt,
  DateOrDateTime,
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
  TimeZone,
} from "../../../platform/http/shapes.ts";
import { Price } from "../../business/services/index.ts";
import { Payment } from "../payments/index.ts";

const { method } = Payment.properties;
const Note = nullable(line(2000, "A note, for example about a difference"));

const DayClosingMethod = record("DayClosingMethod", "The payments with one method that a closing covers", {
  method,
  taken: Money,
  refunded: Money,
  expected: Money,
  counted: nullable(Money, "The counted amount; null if the method was not counted"),
  difference: nullable(Money, "`counted` minus `expected`; negative if money is missing"),
});

const ExpectedMethod = record("ExpectedMethod", "The payments with one method that no closing covers", {
  method,
  taken: Money,
  refunded: Money,
  expected: Money,
});

export const ExpectedClosing = record(
  "ExpectedClosing",
  "The payments and refunds at a location that a closing made now would cover",
  {
    location_id: described(Id, "The location"),
    time_zone: TimeZone,
    from: nullable(
      atLocation("When the last closing was made"),
      "When the last closing was made, with the location's UTC offset; null if there is none",
    ),
    methods: Type.Array(ExpectedMethod, {
      description: "Every method with a payment or refund; `expected` is `taken` minus `refunded`",
    }),
  },
);
export type ExpectedClosingRecord = Static<typeof ExpectedClosing>;

export const ExpectedClosingQuery = query({ location_id: described(Id, "The location") });

export const DayClosing = record(
  "DayClosing",
  "The closing of a day at a location. It covers all payments and refunds since the previous closing and never changes",
  {
    id: described(Id, "The closing"),
    location_id: described(Id, "The location"),
    time_zone: TimeZone,
    from: nullable(
      atLocation("When the closing before was made"),
      "When the previous closing was made, with the location's UTC offset; null for the first",
    ),
    closed_at: atLocation("When the day was closed"),
    closed_by: described(Id, "The user who closed the day"),
    methods: Type.Array(DayClosingMethod, { description: "`expected` is `taken` minus `refunded`" }),
    note: Note,
    created_at: CreatedAt,
  },
);

export const DayClosingPage = page("DayClosingPage", DayClosing);

export const DayClosingsQuery = query({
  location_id: Type.Optional(described(Id, "Only closings of this location")),
  from: Type.Optional(
    described(
      DateOrDateTime,
      "Closed at this date-time (with a UTC offset or `Z`) or later, or on this date or later, in the business's time zone",
    ),
  ),
  to: Type.Optional(described(DateOrDateTime, "Closed before this date-time, or on this date or earlier")),
  ...pageQuery(),
});

export const DayClosingInput = input("DayClosingInput", "A day to close", {
  location_id: Id,
  counted: Type.Optional(
    Type.Array(input("CountedAmountInput", "The counted amount of one method", { method, amount: Price }), {
      maxItems: 6,
      description: "Each method at most once",
    }),
  ),
  note: Type.Optional(Note),
});

export type DayClosingRecord = Static<typeof DayClosing>;
export type DayClosingsQueryValues = Static<typeof DayClosingsQuery>;
export type NewDayClosing = Static<typeof DayClosingInput>;
