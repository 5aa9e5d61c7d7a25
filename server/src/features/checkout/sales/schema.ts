import { type Static, Type } from "typebox";
import { type EventShape, eventShape } from "../../../platform/http/eventShapes.ts";
import {
  CreatedAt,
  commaList,
  described,
  Id,
  input,
  line,
  Money,
  nullable,
  page,
  query,
  record,
  UpdatedAt,
  utc,
  words,
} from "../../../platform/http/shapes.ts";
import { Price } from "../../business/services/index.ts";
import { ClientSummary } from "../../clients/clients/index.ts";
import { moneyQuery } from "../money-lists/index.ts";

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
const MAX_LINES = 100;
const MAX_QUANTITY = 1000;

const SaleLine = record("SaleLine", "A line of a sale. The amounts of a discount are negative", {
  id: Id,
  kind: words(LINE_KINDS, "Kind of item"),
  description: Type.String({ description: "Text on the receipt", examples: ["Cut and finish"] }),
  quantity: Type.Integer({ minimum: 1, description: "Number of units" }),
  unit_price: Money,
  total: Money,
  service_id: nullable(Id, "The service, in a line of kind service"),
  product_id: nullable(Id, "The product, in a line of kind product"),
  staff_id: nullable(Id, "The staff member who performed the service or sold the item"),
  item_id: nullable(Id, "The item of the appointment that was sold"),
  tax_rate_id: nullable(Id, "The tax rate; null without tax"),
  prepaid_product_id: nullable(Id, "The package, membership or gift card that the line sells"),
  promotion_id: nullable(Id, "The promotion, in the line of its discount"),
  entitlement_ids: Type.Array(Id, {
    description: "The entitlements that the line issued when the sale completed",
  }),
  gift_card_code: Type.Optional(
    Type.String({
      description:
        "The code of the gift card that was sold. Only in the first response to the request that completed the sale",
    }),
  ),
});

const SaleTax = record(
  "SaleTax",
  "The tax of one rate in a sale, with the terms of the rate when the sale was opened. `base` is the amount that the tax is computed from, without the tax",
  {
    rate_id: described(Id, "The tax rate"),
    name: Type.String({ description: "Name of the rate", examples: ["VAT"] }),
    percent: Type.Number({ description: "Percentage", examples: [19] }),
    included: Type.Boolean({
      description: "Whether prices include the tax; otherwise the tax is part of `tax`",
    }),
    base: Money,
    tax: Money,
  },
);

/** The API record of a sale (contract §3, "sale"). */
export const Sale = record(
  "Sale",
  "A ticket. `subtotal` is the sum of all lines except discounts, `discount` the sum of all discounts, a promotion included. `tax` is the sum of the taxes added to the prices; taxes included in prices are only in `taxes`. `total` is `subtotal` less `discount` plus `tax` and `tip`, never negative",
  {
    id: Id,
    location_id: Id,
    client_id: nullable(Id, "The client who bought; null for an unknown customer"),
    appointment_id: nullable(Id, "The appointment that was sold"),
    status: words(SALE_STATUSES, "`completed` once the sale is paid in full"),
    lines: Type.Array(SaleLine, {
      description: "The sum of the line totals is `subtotal` minus `discount`, without added taxes",
    }),
    subtotal: Money,
    discount: Money,
    tax: Money,
    taxes: Type.Array(SaleTax, {
      description:
        "Computed on the discounted sum of the lines of each rate. Tips, gift cards, fees and services that a package or membership pays for carry no tax",
    }),
    tip: Money,
    total: Money,
    payment_ids: Type.Array(Id, { description: "All payments except failed ones, oldest first" }),
    receipt_number: nullable(
      Type.Integer({
        description: "Consecutive within the business, given when the sale is completed",
        examples: [1042],
      }),
    ),
    completed_at: nullable(utc("When the sale was paid in full")),
    created_at: CreatedAt,
    updated_at: UpdatedAt,
  },
);
export type SaleRecord = Static<typeof Sale>;

const { id: _id, entitlement_ids: _ids, gift_card_code: _code, ...quotedLine } = SaleLine.properties;
const { location_id, client_id, appointment_id, subtotal, discount, tax, taxes, tip, total } =
  Sale.properties;

export const SaleQuote = record(
  "SaleQuote",
  "The totals that a sale would have, and the part that a deposit of the appointment pays",
  {
    location_id,
    client_id,
    appointment_id,
    lines: Type.Array(record("SaleQuoteLine", "A line of a quoted sale", quotedLine), {
      description: "Lines of the appointment first, the line of the promotion last",
    }),
    subtotal,
    discount,
    tax,
    taxes,
    tip,
    total,
    deposit: Money,
  },
);
export type SaleQuoteRecord = Static<typeof SaleQuote>;

const ListedSale = record(
  "ListedSale",
  "A sale of a list, with its client if the request has `include=client`",
  {
    ...Sale.properties,
    client: Type.Optional(
      nullable(
        ClientSummary,
        "Only with `include=client`; null without a client or for one who has been deleted",
      ),
    ),
  },
);
export const SalePage = page("SalePage", ListedSale);

export const SaleQuery = query({
  ...moneyQuery(SALE_STATUSES, "Sales").properties,
  include: Type.Optional(
    commaList(words(["client"] as const), {
      minItems: 1,
      description: "Adds fields to each sale: `client`, a summary of the client",
    }),
  ),
});
export type SaleListing = Static<typeof SaleQuery>;

const SaleLineInput = input(
  "SaleLineInput",
  "An item to sell, or a discount. Without a `unit_price` the price of the appointment or the menu applies; a lower one is a discount. The `unit_price` of a discount is the amount to subtract",
  {
    kind: words(
      ["service", "product", "package", "membership", "gift_card", "discount"] as const,
      "Kind of item",
    ),
    service_id: Type.Optional(Id),
    product_id: Type.Optional({
      ...Id,
      description:
        "The product, whose name, price and tax rate apply. Absent: any product, with `description` and `unit_price`",
    }),
    package_id: Type.Optional(Id),
    membership_id: Type.Optional(Id),
    gift_card_id: Type.Optional({ ...Id, description: "Absent: a gift card with a value of `unit_price`" }),
    description: Type.Optional(line(200, "Absent: the name of the item", 1)),
    quantity: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_QUANTITY, default: 1, description: "Number of units" }),
    ),
    unit_price: Type.Optional(Price),
    staff_id: Type.Optional({
      ...Id,
      description: "The staff member who performed the service or sold the item",
    }),
  },
);
export type SaleLineInputValues = Static<typeof SaleLineInput>;

/** The fields of the request body of a new sale, except its payments, which `checkout/payments` adds. */
export const saleInputFields = {
  location_id: Id,
  appointment_id: Type.Optional(Id),
  client_id: Type.Optional({ ...Id, description: "Absent: the client of the appointment, if there is one" }),
  lines: Type.Optional(
    Type.Array(SaleLineInput, {
      minItems: 1,
      maxItems: MAX_LINES,
      description:
        "Added to the items of the appointment, which are sold at the prices they were booked with. Required without an appointment",
    }),
  ),
  omit_items: Type.Optional(
    Type.Array(Id, { maxItems: MAX_LINES, description: "Items of the appointment that are not sold" }),
  ),
  promotion_id: Type.Optional({
    ...Id,
    description: "Absent: the promotion of the appointment, if it has one",
  }),
  tip: Type.Optional(Price),
};
export const SaleQuoteInput = input("SaleQuoteInput", "A sale to quote, without payments", saleInputFields);
export type SaleFields = Static<typeof SaleQuoteInput>;

export const FeeInput = input("FeeInput", "A late-cancellation or no-show fee to charge", {
  appointment_id: Id,
  kind: words(["late_cancel", "no_show"] as const, "The fee of the policy to charge"),
  method: Type.Optional(
    words(
      ["saved_card"] as const,
      "Charge the card that the client saved with the booking; absent: no charge",
    ),
  ),
});
export type FeeInputValues = Static<typeof FeeInput>;

const SaleIds = record("SaleIds", "The identifiers and times of a sale", {
  id: described(Id, "The sale"),
  location_id: described(Id, "The location of the sale"),
  client_id: Type.Optional(described(Id, "The client who bought")),
  appointment_id: Type.Optional(described(Id, "The appointment that was sold")),
  service_ids: Type.Array(Id, { description: "The services of the lines" }),
  staff_ids: Type.Array(Id, { description: "The staff members of the lines" }),
  payment_ids: Type.Array(Id, { description: "The payments, oldest first" }),
  completed_at: Type.Optional(utc("When the sale was paid in full")),
});

/** Webhook events of sales (contract §7). */
export const saleEvents: readonly EventShape[] = [
  eventShape({
    type: "sale.completed",
    summary: "A sale was completed by payment in full",
    data: Sale,
    ids: SaleIds,
  }),
];
