import { type Static, Type } from "typebox";
import { type EventShape, eventShape } from "../../../platform/http/eventShapes.ts";
import {
  CreatedAt,
  described,
  Id,
  input,
  line,
  Money,
  nullable,
  page,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { PositivePrice } from "../../business/services/index.ts";
import { moneyQuery } from "../money-lists/index.ts";
import { Sale, saleInputFields } from "../sales/index.ts";
import { ACCOUNT_STATUSES } from "./provider/provider.ts";

export const METHODS = ["card", "cash", "gift_card", "package", "membership", "external"] as const;
export type Method = (typeof METHODS)[number];

const MAX_PAYMENTS = 20;

export const PAYMENT_KINDS = ["sale", "deposit", "fee"] as const;
export const PAYMENT_STATUSES = ["pending", "succeeded", "failed", "partially_refunded", "refunded"] as const;

const Refund = record("Refund", "A refund of a payment", {
  id: Id,
  amount: Money,
  reason: nullable(Type.String({ description: "A note for the staff" })),
  created_at: CreatedAt,
});

/** The API record of a payment (contract §3, "payment"). */
export const Payment = record("Payment", "Money taken for a sale. `amount` includes the `tip`", {
  id: Id,
  location_id: Id,
  client_id: nullable(Id, "The client who paid; null for an unknown customer"),
  appointment_id: nullable(Id, "The appointment of the payment"),
  sale_id: nullable(Id, "The sale of the payment"),
  kind: words(PAYMENT_KINDS, "What the payment was for"),
  status: words(
    PAYMENT_STATUSES,
    "An online payment is `pending` until the payment provider reports its outcome, or until it is cancelled or expires",
  ),
  method: words(METHODS, "A payment at a card terminal is `card`, a unit of a package `package`"),
  amount: Money,
  tip: Money,
  refunded: Money,
  card: nullable(
    Type.Object(
      {
        brand: Type.String({
          description: "Card brand, as the payment provider names it",
          examples: ["visa"],
        }),
        last4: Type.String({ description: "Last four digits of the card", examples: ["4242"] }),
      },
      { additionalProperties: false, description: "The card of an online payment" },
    ),
  ),
  refunds: Type.Array(Refund, { description: "Successful refunds, oldest first" }),
  paid_at: nullable(utc("When the payment succeeded; null while it is pending")),
  created_at: CreatedAt,
  updated_at: UpdatedAt,
});
export type PaymentRecord = Static<typeof Payment>;

export const PaymentPage = page("PaymentPage", Payment);

export const PaymentQuery = moneyQuery(PAYMENT_STATUSES, "Payments");
export type PaymentListing = Static<typeof PaymentQuery>;

const tender = {
  method: words(METHODS, "A payment at a card terminal is `card`, a unit of a package `package`"),
  amount: PositivePrice,
  reference: Type.Optional(
    line(
      200,
      "The code or id of a gift card, or the id of a package or membership in the client's wallet. For other methods a free note",
      1,
    ),
  ),
};
const TenderInput = input("TenderInput", "A payment of a sale", tender);
export type TenderValues = Static<typeof TenderInput>;

export const SaleInput = input("SaleInput", "A sale to open. It is completed once it is paid in full", {
  ...saleInputFields,
  payments: Type.Optional(
    Type.Array(TenderInput, {
      maxItems: MAX_PAYMENTS,
      description: "Payments taken at once. The sale stays open while an amount is due",
    }),
  ),
});
export type SaleInputValues = Static<typeof SaleInput>;

export const SalePaymentInput = input("SalePaymentInput", "A payment of an open sale", {
  ...tender,
  online: Type.Optional(
    Type.Boolean({
      description: "With `card`: through the payment provider instead of a terminal",
    }),
  ),
});
export type SalePaymentInputValues = Static<typeof SalePaymentInput>;

export const SalePayment = record("SalePayment", "A payment and its sale", {
  payment: Payment,
  sale: Sale,
  client_secret: Type.Optional(
    Type.String({
      description:
        "Of an online payment: the secret with which the client's browser pays at the provider. Absent in a replayed response",
    }),
  ),
});

const RefundLineInput = input("RefundLineInput", "A line to refund", {
  line_id: Id,
  quantity: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1000, description: "Absent: the quantity of the line" }),
  ),
});

export const RefundInput = input("RefundInput", "A refund to make", {
  amount: PositivePrice,
  reason: Type.Optional(nullable(line(500, "A note for the staff"))),
  lines: Type.Optional(
    Type.Array(RefundLineInput, {
      maxItems: 100,
      description:
        "The lines of the completed sale that money is returned for; empty for the tip or an overpayment alone. Required when it sold packages, memberships or gift cards, except for a payment with a unit. Their unused units are withdrawn in proportion",
    }),
  ),
});
export type RefundInputValues = Static<typeof RefundInput>;

/** The API record of the account for online payments (contract §3, "payments account"). */
export const PaymentAccount = record("PaymentAccount", "The account for online card payments", {
  status: words(ACCOUNT_STATUSES, "`not_connected` until an account is connected"),
  provider: nullable(words(["stripe"] as const, "The payment provider")),
  charges_enabled: Type.Boolean({ description: "Whether clients can pay online" }),
  payouts_enabled: Type.Boolean({ description: "Whether the payment provider pays out" }),
  requirements_due: Type.Array(Type.String(), {
    description: "Information the payment provider still requires, in its own terms",
  }),
});
export type PaymentsAccountRecord = Static<typeof PaymentAccount>;

export const OnboardingLink = record(
  "OnboardingLink",
  "A page of the payment provider for the owner. The link opens once",
  {
    url: Type.String({
      format: "uri",
      description: "The page to open in a browser",
      examples: ["https://connect.stripe.com/setup/e/acct_1/AbC"],
    }),
    expires_at: utc("When the link expires"),
  },
);

const identifiers = {
  id: described(Id, "The payment"),
  location_id: described(Id, "The location of the sale"),
  client_id: Type.Optional(described(Id, "The client who paid")),
  appointment_id: Type.Optional(described(Id, "The appointment of the payment")),
  sale_id: Type.Optional(described(Id, "The sale of the payment")),
  paid_at: Type.Optional(utc("When the payment succeeded")),
};
const PaymentIds = record("PaymentIds", "The identifiers and times of a payment", identifiers);
const RefundedPaymentIds = record(
  "RefundedPaymentIds",
  "The identifiers and times of a payment and its refund",
  {
    ...identifiers,
    refund_id: described(Id, "The refund of this event"),
  },
);

/** Webhook events of payments (contract §7). */
export const paymentEvents: readonly EventShape[] = [
  eventShape({
    type: "payment.succeeded",
    summary: "A payment succeeded",
    data: Payment,
    ids: PaymentIds,
  }),
  eventShape({
    type: "payment.refunded",
    summary: "A refund of all or part of a payment succeeded",
    data: Payment,
    ids: RefundedPaymentIds,
  }),
];
