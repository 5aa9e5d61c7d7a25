import { type Static, Type } from "typebox";
import { type EventShape, eventShape } from "../../../platform/http/eventShapes.ts";
import {
  CreatedAt,
  described,
  Id,
  Money,
  nullable,
  page,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { moneyQuery } from "./moneyList.ts";
import { ACCOUNT_STATUSES } from "./provider.ts";

export const METHODS = ["card", "cash", "gift_card", "package", "membership", "external"] as const;
export type Method = (typeof METHODS)[number];

export const PAYMENT_KINDS = ["sale", "deposit", "fee"] as const;
export const PAYMENT_STATUSES = ["pending", "succeeded", "failed", "partially_refunded", "refunded"] as const;

const Refund = record("Refund", "Money that was given back", {
  id: Id,
  amount: Money,
  reason: nullable(Type.String({ description: "For the team" })),
  created_at: CreatedAt,
});

/** Contract §3, "payment". */
export const Payment = record(
  "Payment",
  "Money that was taken for a sale. `amount` is all of it, `tip` the part that is tip",
  {
    id: Id,
    location_id: Id,
    client_id: nullable(Id, "Who paid; null: nobody who is known"),
    appointment_id: nullable(Id, "The visit it was for"),
    sale_id: nullable(Id, "The sale it was taken for"),
    kind: words(PAYMENT_KINDS, "What it was taken for"),
    status: words(
      PAYMENT_STATUSES,
      "`pending` until the provider of an online payment has said how it ended, or it was given up",
    ),
    method: words(METHODS, "A card terminal is `card`, a unit of a package `package`"),
    amount: Money,
    tip: Money,
    refunded: Money,
    card: nullable(
      Type.Object(
        {
          brand: Type.String({ description: "Its brand, as the provider calls it", examples: ["visa"] }),
          last4: Type.String({ description: "Its last four digits", examples: ["4242"] }),
        },
        { additionalProperties: false, description: "Of an online payment" },
      ),
    ),
    refunds: Type.Array(Refund, { description: "Those that have succeeded, oldest first" }),
    paid_at: nullable(utc("When the money was taken; null while it is pending")),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);
export type PaymentRecord = Static<typeof Payment>;

export const PaymentPage = page("PaymentPage", Payment);

export const PaymentQuery = moneyQuery(PAYMENT_STATUSES, "Payments");
export type PaymentListing = Static<typeof PaymentQuery>;

/** Contract §3, "payments account". */
export const PaymentAccount = record("PaymentAccount", "Where online card payments stand", {
  status: words(ACCOUNT_STATUSES, "`not_connected` while there is no account"),
  provider: nullable(words(["stripe"] as const, "Who takes the payments")),
  charges_enabled: Type.Boolean({ description: "Whether clients can pay online" }),
  payouts_enabled: Type.Boolean({ description: "Whether the provider pays out" }),
  requirements_due: Type.Array(Type.String(), {
    description: "What the provider still wants to know, in its own words",
  }),
});
export type PaymentsAccountRecord = Static<typeof PaymentAccount>;

export const OnboardingLink = record("OnboardingLink", "The provider's page for the owner; good once", {
  url: Type.String({
    format: "uri",
    description: "Where the owner goes on, in a browser",
    examples: ["https://connect.stripe.com/setup/e/acct_1/AbC"],
  }),
  expires_at: utc("Until when it opens"),
});

const identifiers = {
  id: described(Id, "The payment"),
  location_id: described(Id, "Where it was taken"),
  client_id: Type.Optional(described(Id, "Who paid")),
  appointment_id: Type.Optional(described(Id, "The visit it is for")),
  sale_id: Type.Optional(described(Id, "The sale it pays")),
  paid_at: Type.Optional(utc("When it succeeded")),
};
const PaymentIds = record("PaymentIds", "The identifiers and times of a payment", identifiers);
const RefundedPaymentIds = record(
  "RefundedPaymentIds",
  "The identifiers and times of a payment and its refund",
  {
    ...identifiers,
    refund_id: described(Id, "The refund that the event tells of"),
  },
);

/** What is sent of payments (contract §7). */
export const paymentEvents: readonly EventShape[] = [
  eventShape({
    type: "payment.succeeded",
    summary: "A payment has succeeded",
    data: Payment,
    ids: PaymentIds,
  }),
  eventShape({
    type: "payment.refunded",
    summary: "A refund has succeeded, of all or a part of a payment",
    data: Payment,
    ids: RefundedPaymentIds,
  }),
];
