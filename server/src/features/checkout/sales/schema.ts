import { type Static, Type } from "typebox";
import { MAX_AMOUNT_MINOR } from "../../../kernel/money.ts";
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
import { Price } from "../../business/services/index.ts";
import { METHODS, moneyQuery, Payment } from "../payments/index.ts";

export const LINE_KINDS = [
  "service",
  "product",
  "package",
  "membership",
  "gift_card",
  "fee",
  "discount",
] as const;
export const SALE_STATUSES = ["open", "completed", "voided"] as const;
export const MOST_LINES = 100;
export const MOST_QUANTITY = 1000;
const MOST_PAYMENTS = 20;

const SaleLine = record("SaleLine", "One line of a sale; a discount's amounts are negative", {
  id: Id,
  kind: words(LINE_KINDS, "What was sold"),
  description: Type.String({ description: "As it stands on the receipt", examples: ["Cut and finish"] }),
  quantity: Type.Integer({ minimum: 1, description: "How many of it" }),
  unit_price: Money,
  total: Money,
  service_id: nullable(Id, "The service of a service line"),
  staff_id: nullable(Id, "Who performed or sold it"),
  gift_card_code: Type.Optional(
    Type.String({
      description:
        "In the answer that closed the sale, and nowhere else: the code of the gift card that was sold",
    }),
  ),
});

/** Contract §3, "sale". */
export const Sale = record(
  "Sale",
  "A ticket. The lines' totals add up to `subtotal` (all but the discounts) less `discount` (all of them, a promotion's included); `tax` is 0, because prices include it; `total` is that plus the tip, and never negative",
  {
    id: Id,
    location_id: Id,
    client_id: nullable(Id, "Who bought; null: nobody who is known"),
    appointment_id: nullable(Id, "The visit that was checked out"),
    status: words(SALE_STATUSES, "`completed` as soon as it is paid in full"),
    lines: Type.Array(SaleLine, { description: "Their totals add up to subtotal less discount" }),
    subtotal: Money,
    discount: Money,
    tax: Money,
    tip: Money,
    total: Money,
    payment_ids: Type.Array(Id, { description: "All but those that failed, oldest first" }),
    completed_at: nullable(utc("When it was paid in full")),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);
export type SaleRecord = Static<typeof Sale>;

export const SalePage = page("SalePage", Sale);

export const SaleQuery = moneyQuery(SALE_STATUSES, "Sales");
export type SaleListing = Static<typeof SaleQuery>;

const SaleLineInput = input(
  "SaleLineInput",
  "One line to sell, or a discount to give. Without a `unit_price` it costs what the visit or the menu says; of a discount, it is what is taken off",
  {
    kind: words(
      ["service", "product", "package", "membership", "gift_card", "discount"] as const,
      "What is sold",
    ),
    service_id: Type.Optional(Id),
    package_id: Type.Optional(Id),
    membership_id: Type.Optional(Id),
    gift_card_id: Type.Optional({ ...Id, description: "Absent: a card worth its `unit_price`" }),
    description: Type.Optional(line(200, "Absent: the name of what is sold", 1)),
    quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MOST_QUANTITY, default: 1, description: "How many of it" }),
    ),
    unit_price: Type.Optional(Price),
    staff_id: Type.Optional({ ...Id, description: "Who performed or sold it" }),
  },
);
export type SaleLineInputValues = Static<typeof SaleLineInput>;

const Amount = input(
  "PaymentAmountInput",
  "An amount of at least one minor unit of the business's currency",
  {
    ...Price.properties,
    amount: Type.Integer({
      minimum: 1,
      maximum: MAX_AMOUNT_MINOR,
      description: "Minor units of the currency: 4500 is 45.00 EUR, and 4500 JPY",
      examples: [4500],
    }),
  },
);

const tender = {
  method: words(METHODS, "A card at a terminal of your own is `card`, a unit of a package `package`"),
  amount: Amount,
  reference: Type.Optional(
    line(
      200,
      "A gift card's code or id, the id of a package or membership in the client's wallet; else whatever you note",
      1,
    ),
  ),
};
const TenderInput = input("TenderInput", "One payment of a sale", tender);
export type TenderValues = Static<typeof TenderInput>;

export const SaleInput = input("SaleInput", "A sale to be opened, and closed when it is paid in full", {
  location_id: Id,
  appointment_id: Type.Optional(Id),
  client_id: Type.Optional({ ...Id, description: "Absent: the visit's, if there is one" }),
  lines: Type.Optional(
    Type.Array(SaleLineInput, {
      minItems: 1,
      maxItems: MOST_LINES,
      description: "Absent: the services of the visit at the prices they were booked with",
    }),
  ),
  promotion_id: Type.Optional({ ...Id, description: "Absent: the visit's, if it has one" }),
  tip: Type.Optional(Price),
  payments: Type.Optional(
    Type.Array(TenderInput, {
      maxItems: MOST_PAYMENTS,
      description: "What is paid at once; the sale stays open while something is missing",
    }),
  ),
});
export type SaleInputValues = Static<typeof SaleInput>;

export const SalePaymentInput = input("SalePaymentInput", "A payment of an open sale", {
  ...tender,
  online: Type.Optional(
    Type.Boolean({
      description: "With `card`: not at a terminal but through the provider of online payments",
    }),
  ),
});
export type SalePaymentInputValues = Static<typeof SalePaymentInput>;

export const SalePayment = record("SalePayment", "A payment, and what the sale has come to by it", {
  payment: Payment,
  sale: Sale,
  client_secret: Type.Optional(
    Type.String({
      description:
        "Of an online payment, shown once: with it the client's browser pays at the provider's. Absent when the answer is given again",
    }),
  ),
});

export const RefundInput = input("RefundInput", "Money to give back", {
  amount: Amount,
  reason: Type.Optional(nullable(line(500, "For the team"))),
});
export type RefundInputValues = Static<typeof RefundInput>;

export const FeeInput = input("FeeInput", "A fee to charge", {
  appointment_id: Id,
  kind: words(["late_cancel", "no_show"] as const, "For what, as the policy calls it"),
});
export type FeeInputValues = Static<typeof FeeInput>;

const SaleIds = record("SaleIds", "The identifiers and times of a sale", {
  id: described(Id, "The sale"),
  location_id: described(Id, "Where it was made"),
  client_id: Type.Optional(described(Id, "Who bought")),
  appointment_id: Type.Optional(described(Id, "The visit it is for")),
  service_ids: Type.Array(Id, { description: "The services among its lines" }),
  staff_ids: Type.Array(Id, { description: "Who did or sold what is on it" }),
  payment_ids: Type.Array(Id, { description: "What paid it, oldest first" }),
  completed_at: Type.Optional(utc("When it was paid in full")),
});

/** What is sent of sales (contract §7). */
export const saleEvents: readonly EventShape[] = [
  eventShape({
    type: "sale.completed",
    summary: "A sale was closed: paid in full",
    data: Sale,
    ids: SaleIds,
  }),
];
