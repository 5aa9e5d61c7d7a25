import { type Static, Type } from "typebox";
import {
  atLocation,
  described,
  Id,
  input,
  Money,
  nullable,
  query,
  record,
  TimeZone,
  words,
} from "../../../platform/http/shapes.ts";
import { Location } from "../../business/locations/index.ts";
import { Payment } from "../payments/index.ts";
import { Sale } from "../sales/index.ts";

const sale = Sale.properties;
const payment = Payment.properties;

const ReceiptLine = record("ReceiptLine", "A line of a receipt", {
  description: sale.lines.items.properties.description,
  quantity: sale.lines.items.properties.quantity,
  unit_price: Money,
  total: Money,
  staff_name: nullable(
    Type.String({ description: "The staff member who performed the service or sold the item" }),
  ),
});

const ReceiptPayment = record("ReceiptPayment", "A payment on a receipt", {
  method: payment.method,
  amount: Money,
  refunded: Money,
  card: payment.card,
  paid_at: atLocation("Time of success"),
});

export const Receipt = record("Receipt", "The receipt of a sale that was completed", {
  number: Type.Integer({ description: "Consecutive within the business, without a gap", examples: [1042] }),
  sale_id: described(Id, "The sale"),
  status: words(["completed", "voided"] as const, "Whether the sale was voided after its completion"),
  issued_at: atLocation("When the sale was completed"),
  time_zone: TimeZone,
  business_name: Type.String({ description: "Name of the business" }),
  tax_number: nullable(Type.String({ description: "Tax or VAT number of the business" })),
  location_name: Type.String({ description: "Name of the location" }),
  address: Location.properties.address,
  phone_e164: nullable(Type.String({ description: "Phone number of the location" })),
  client_name: nullable(Type.String({ description: "The client; null for an unknown customer" })),
  lines: Type.Array(ReceiptLine, { description: "In the order of the sale" }),
  subtotal: Money,
  discount: Money,
  tax: Money,
  taxes: sale.taxes,
  tip: Money,
  total: Money,
  payments: Type.Array(ReceiptPayment, { description: "Oldest first" }),
});

export type ReceiptRecord = Static<typeof Receipt>;

export const ReceiptQuery = query({
  format: Type.Optional(
    words(
      ["json", "html", "html_80mm"] as const,
      "`html` is a page for the screen, `html_80mm` one for printers with paper of that width. Default: `html` for a client that prefers it (`Accept`), else `json`",
    ),
  ),
});

/** The request body that sends a receipt. */
export const ReceiptEmailInput = input("ReceiptEmailInput", "The recipient of a receipt", {
  email: Type.Optional(
    Type.String({
      format: "email",
      maxLength: 254,
      description: "E-mail address; default: the address of the client",
      examples: ["zoe@example.com"],
    }),
  ),
});

export const SentReceipt = record("SentReceipt", "A receipt that was queued as an e-mail", {
  sale_id: described(Id, "The sale"),
  sent_to: nullable(
    Type.String({
      description: "The address in the request; null if the receipt was sent to the client's address",
    }),
  ),
});
export type SentReceiptRecord = Static<typeof SentReceipt>;
