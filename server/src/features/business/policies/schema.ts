import { type Static, Type } from "typebox";
import {
  CreatedAt,
  Id,
  input,
  line,
  Money,
  nullable,
  page,
  pageQuery,
  query,
  record,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { Value } from "../../checkout/prepaid/index.ts";
import { CHARGE_KINDS } from "./store.ts";

const Kind = words(CHARGE_KINDS, "Nothing, an amount, or a percentage of the visit's total");
const percent = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "Of the visit's total, half up to the minor unit",
  examples: [50],
});
/** Ninety days. */
const MOST_MINUTES = 129_600;
const Window = Type.Integer({
  minimum: 0,
  maximum: MOST_MINUTES,
  description: "A visit cancelled less than so many minutes before it starts was cancelled late",
  examples: [1440],
});
const CancellationText = nullable(line(5000, "What clients read about cancelling"));
const BookingText = nullable(line(5000, "What clients read when they book"));
const StaffSeesContacts = Type.Boolean({
  description:
    "Whether members in the role staff read the e-mail addresses and phone numbers of their clients",
});

export const PolicyCharge = record("PolicyCharge", "What is charged", {
  kind: Kind,
  percent: nullable(percent),
  amount: nullable(Money, "With the kind amount: in minor units of the business's currency"),
});

/** Additive to contract §3. */
export const Policy = record("Policy", "What the business asks of those who book, in one version", {
  id: Id,
  version: Type.Integer({ minimum: 1, description: "Bookings remember which one was in force" }),
  cancellation_window_minutes: Window,
  late_cancel_fee: PolicyCharge,
  no_show_fee: PolicyCharge,
  deposit: PolicyCharge,
  cancellation_text: CancellationText,
  booking_text: BookingText,
  staff_sees_contacts: StaffSeesContacts,
  created_at: CreatedAt,
  updated_at: utc("When it was made: a version never changes"),
});

export const MaybePolicy = nullable(Policy, "The policy in force; null while there is none");

export const PolicyPage = page("PolicyPage", Policy);

export const PolicyVersionsQuery = query({ ...pageQuery() });

export const PolicyChargeInput = input(
  "PolicyChargeInput",
  "What is to be charged: `percent` with the kind percent, `amount` with the kind amount",
  {
    kind: Kind,
    percent: Type.Optional(nullable(percent)),
    amount: Type.Optional(nullable(Value, "With the kind amount: in minor units of the business's currency")),
  },
);

/** The whole of it: what is absent is nothing, or off. */
export const PolicyInput = input("PolicyInput", "The next version of the policy", {
  cancellation_window_minutes: Window,
  late_cancel_fee: Type.Optional(PolicyChargeInput),
  no_show_fee: Type.Optional(PolicyChargeInput),
  deposit: Type.Optional(PolicyChargeInput),
  cancellation_text: Type.Optional(CancellationText),
  booking_text: Type.Optional(BookingText),
  staff_sees_contacts: Type.Optional(StaffSeesContacts),
});

export type ChargeRecord = Static<typeof PolicyCharge>;
export type PolicyRecord = Static<typeof Policy>;
export type PolicyPageRecord = Static<typeof PolicyPage>;
export type PolicyVersionsQueryValues = Static<typeof PolicyVersionsQuery>;
export type ChargeInput = Static<typeof PolicyChargeInput>;
export type NewPolicy = Static<typeof PolicyInput>;
