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
import { PositivePrice } from "../services/index.ts";

const Kind = words(
  ["none", "amount", "percent"] as const,
  "No charge, an amount, or a percentage of the appointment's total",
);
const percent = Type.Integer({
  minimum: 1,
  maximum: 100,
  description: "Percentage of the appointment's total, rounded half up to the minor unit",
  examples: [50],
});
/** The maximum cancellation window in minutes: 90 days. */
const MAX_MINUTES = 129_600;
const Window = Type.Integer({
  minimum: 0,
  maximum: MAX_MINUTES,
  description: "A cancellation less than this many minutes before the start is late",
  examples: [1440],
});
const CardRequired = Type.Boolean({
  description:
    "Whether an online booking without a deposit asks for a card, to which the fees can be charged. Has no effect without a fee, or while the business's account takes no charges",
});
const CancellationText = nullable(line(5000, "Text for clients about cancelling"));
const BookingText = nullable(line(5000, "Text for clients who book"));
const StaffSeesContacts = Type.Boolean({
  description:
    "Whether business members with the role `staff` see the e-mail addresses and phone numbers of their clients",
});

const discountPercent = (who: string) =>
  Type.Integer({ minimum: 0, maximum: 100, description: `The largest discount that ${who} can give` });
const discountLimits = {
  staff: discountPercent("members in the role staff"),
  reception: discountPercent("members in the role reception"),
  manager: discountPercent("managers"),
};

/** The discount limits for a policy without its own limits, and for a business without a policy. */
export const DEFAULT_MAX_DISCOUNT_PERCENT = { staff: 0, reception: 20, manager: 100 };

const MaxDiscountPercent = record(
  "MaxDiscountPercent",
  "The largest discount of a sale by role, in percent of the booked and menu prices. A price below these is a discount; a promotion is not. The owner has no limit",
  discountLimits,
);

const MaxDiscountPercentInput = input(
  "MaxDiscountPercentInput",
  "Absent: staff 0, reception 20, manager 100",
  {
    staff: Type.Optional(discountLimits.staff),
    reception: Type.Optional(discountLimits.reception),
    manager: Type.Optional(discountLimits.manager),
  },
);

export const PolicyCharge = record("PolicyCharge", "A charge", {
  kind: Kind,
  percent: nullable(percent),
  amount: nullable(Money, "With the kind amount: in minor units of the business's currency"),
});

/** The API record of a policy version (an addition to contract §3). */
export const Policy = record("Policy", "The terms of bookings, in one version", {
  id: Id,
  version: Type.Integer({ minimum: 1, description: "Bookings store the version they accepted" }),
  cancellation_window_minutes: Window,
  late_cancel_fee: PolicyCharge,
  no_show_fee: PolicyCharge,
  deposit: PolicyCharge,
  card_required: CardRequired,
  cancellation_text: CancellationText,
  booking_text: BookingText,
  staff_sees_contacts: StaffSeesContacts,
  max_discount_percent: MaxDiscountPercent,
  created_at: CreatedAt,
  updated_at: utc("Creation time: a version never changes"),
});

export const MaybePolicy = nullable(Policy, "The current policy; null without one");

export const PolicyPage = page("PolicyPage", Policy);

export const PolicyVersionsQuery = query({ ...pageQuery() });

export const PolicyChargeInput = input(
  "PolicyChargeInput",
  "A charge: the kind percent requires `percent`, the kind amount `amount`",
  {
    kind: Kind,
    percent: Type.Optional(nullable(percent)),
    amount: Type.Optional(
      nullable(PositivePrice, "With the kind amount: in minor units of the business's currency"),
    ),
  },
);

/** A complete policy. An absent charge or text means no charge or text; an absent flag means false. */
export const PolicyInput = input("PolicyInput", "A new version of the policy", {
  cancellation_window_minutes: Window,
  late_cancel_fee: Type.Optional(PolicyChargeInput),
  no_show_fee: Type.Optional(PolicyChargeInput),
  deposit: Type.Optional(PolicyChargeInput),
  card_required: Type.Optional(CardRequired),
  cancellation_text: Type.Optional(CancellationText),
  booking_text: Type.Optional(BookingText),
  staff_sees_contacts: Type.Optional(StaffSeesContacts),
  max_discount_percent: Type.Optional(MaxDiscountPercentInput),
});

export type DiscountLimits = Static<typeof MaxDiscountPercent>;
export type ChargeRecord = Static<typeof PolicyCharge>;
export type PolicyRecord = Static<typeof Policy>;
export type PolicyPageRecord = Static<typeof PolicyPage>;
export type PolicyVersionsQueryValues = Static<typeof PolicyVersionsQuery>;
export type ChargeInput = Static<typeof PolicyChargeInput>;
export type PolicyInputValues = Static<typeof PolicyInput>;
