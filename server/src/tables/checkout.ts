import { column, table, view } from "../platform/database/index.ts";

export const sales = table("sales", "checkout/sales", {
  business_id: column.id,
  id: column.id,
  location_id: column.id,
  client_id: column.nullable(column.id),
  appointment_id: column.nullable(column.id),
  kind: column.oneOf("sale", "fee"),
  status: column.oneOf("open", "completed", "voided"),
  currency: column.text,
  promotion_id: column.nullable(column.id),
  subtotal_amount: column.integer,
  discount_amount: column.integer,
  tax_amount: column.integer,
  tip_amount: column.integer,
  total_amount: column.integer,
  completed_at: column.nullable(column.instant),
  voided_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
  receipt_number: column.nullable(column.integer),
});

export const receiptNumbers = table("receipt_numbers", "checkout/sales", {
  business_id: column.id,
  last_number: column.integer,
});

export const salesView = view(
  sales,
  "business_id",
  "id",
  "client_id",
  "location_id",
  "subtotal_amount",
  "discount_amount",
  "tax_amount",
  "tip_amount",
  "total_amount",
  "completed_at",
);

export const saleLines = table("sale_lines", "checkout/sales", {
  business_id: column.id,
  sale_id: column.id,
  id: column.id,
  position: column.integer,
  kind: column.oneOf("service", "product", "package", "membership", "gift_card", "fee", "discount"),
  description: column.text,
  quantity: column.integer,
  unit_amount: column.integer,
  total_amount: column.integer,
  discounted_amount: column.integer,
  service_id: column.nullable(column.id),
  prepaid_product_id: column.nullable(column.id),
  staff_id: column.nullable(column.id),
  item_id: column.nullable(column.id),
  promotion_id: column.nullable(column.id),
  tax_rate_id: column.nullable(column.id),
  tax_amount: column.integer,
  redeemed: column.flag,
  product_id: column.nullable(column.id),
});

export const saleLinesView = view(
  saleLines,
  "business_id",
  "sale_id",
  "id",
  "kind",
  "quantity",
  "total_amount",
  "discounted_amount",
  "service_id",
  "staff_id",
);

export const saleTaxes = table("sale_taxes", "checkout/sales", {
  business_id: column.id,
  sale_id: column.id,
  tax_rate_id: column.id,
  position: column.integer,
  name: column.text,
  percent_thousandths: column.integer,
  included: column.flag,
  base_amount: column.integer,
  tax_amount: column.integer,
});

export const saleTaxesView = view(
  saleTaxes,
  "business_id",
  "sale_id",
  "tax_rate_id",
  "name",
  "percent_thousandths",
  "included",
  "base_amount",
  "tax_amount",
);

export const payments = table("payments", "checkout/payments", {
  business_id: column.id,
  id: column.id,
  sale_id: column.nullable(column.id),
  location_id: column.id,
  client_id: column.nullable(column.id),
  appointment_id: column.nullable(column.id),
  kind: column.oneOf("sale", "deposit", "fee"),
  status: column.oneOf("pending", "succeeded", "failed", "partially_refunded", "refunded"),
  method: column.oneOf("card", "cash", "gift_card", "package", "membership", "external"),
  currency: column.text,
  amount: column.integer,
  tip_amount: column.integer,
  refunded_amount: column.integer,
  refunding_amount: column.integer,
  reference: column.nullable(column.text),
  entitlement_id: column.nullable(column.id),
  sale_line_id: column.nullable(column.id),
  card_brand: column.nullable(column.text),
  card_last4: column.nullable(column.text),
  provider: column.nullable(column.text),
  provider_account_id: column.nullable(column.text),
  provider_payment_id: column.nullable(column.text),
  paid_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
  saved_card_id: column.nullable(column.id),
  provider_checkout_id: column.nullable(column.text),
});

export const paymentsView = view(
  payments,
  "business_id",
  "id",
  "sale_id",
  "status",
  "amount",
  "refunded_amount",
  "created_at",
  "location_id",
  "method",
  "currency",
  "tip_amount",
  "kind",
  "paid_at",
  "provider",
);

export const DEPOSIT_STATUSES = [
  "pending",
  "failed",
  "held",
  "spent",
  "settling",
  "to_settle",
  "settled",
] as const;

/** Triggers on payments and appointments update `status`, and reset `kept_amount` when the appointment becomes active again. */
export const deposits = table("deposits", "checkout/payments", {
  business_id: column.id,
  payment_id: column.id,
  appointment_id: column.id,
  status: column.oneOf(...DEPOSIT_STATUSES),
  settle_at: column.nullable(column.instant),
  kept_amount: column.integer,
  kept_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
});

export const depositsView = view(
  deposits,
  "business_id",
  "payment_id",
  "appointment_id",
  "status",
  "kept_amount",
  "kept_at",
);

export const CARD_STATUSES = ["pending", "active", "failed", "removing", "removed"] as const;

export const savedCards = table("saved_cards", "checkout/payments", {
  business_id: column.id,
  id: column.id,
  client_id: column.id,
  appointment_id: column.id,
  status: column.oneOf(...CARD_STATUSES),
  provider: column.text,
  provider_account_id: column.text,
  provider_setup_id: column.text,
  provider_customer_id: column.nullable(column.text),
  provider_method_id: column.nullable(column.text),
  brand: column.nullable(column.text),
  last4: column.nullable(column.text),
  exp_month: column.nullable(column.integer),
  exp_year: column.nullable(column.integer),
  consent_text: column.nullable(column.text),
  policy_version: column.integer,
  currency: column.text,
  late_cancel_amount: column.nullable(column.integer),
  no_show_amount: column.nullable(column.integer),
  consented_at: column.instant,
  removed_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
});

export const savedCardsView = view(savedCards, "business_id", "appointment_id", "status", "brand", "last4");

export const refunds = table("refunds", "checkout/payments", {
  business_id: column.id,
  id: column.id,
  payment_id: column.id,
  amount: column.integer,
  reason: column.nullable(column.text),
  status: column.oneOf("pending", "succeeded", "failed"),
  provider_refund_id: column.nullable(column.text),
  created_at: column.instant,
  updated_at: column.instant,
});

export const refundsView = view(
  refunds,
  "business_id",
  "id",
  "payment_id",
  "amount",
  "status",
  "created_at",
  "updated_at",
);

export const refundLines = table("refund_lines", "checkout/payments", {
  business_id: column.id,
  refund_id: column.id,
  sale_id: column.id,
  sale_line_id: column.id,
  quantity: column.integer,
  amount: column.integer,
});

export const refundTaxes = table("refund_taxes", "checkout/payments", {
  business_id: column.id,
  refund_id: column.id,
  sale_id: column.id,
  tax_rate_id: column.id,
  base_amount: column.integer,
  tax_amount: column.integer,
});

export const refundTaxesView = view(
  refundTaxes,
  "business_id",
  "refund_id",
  "sale_id",
  "tax_rate_id",
  "base_amount",
  "tax_amount",
);

export const paymentAccounts = table("payment_accounts", "checkout/payments", {
  business_id: column.id,
  id: column.id,
  provider: column.text,
  account_id: column.nullable(column.text),
  status: column.oneOf("onboarding", "pending_verification", "restricted", "active", "disabled"),
  charges_enabled: column.flag,
  payouts_enabled: column.flag,
  requirements_due: column.texts,
  let_go_at: column.nullable(column.instant),
  created_at: column.instant,
  updated_at: column.instant,
  refreshed_at: column.instant,
});

export const providerAccounts = table("provider_accounts", "checkout/payments", {
  provider: column.text,
  account_id: column.text,
  business_id: column.id,
});

export const providerEvents = table("provider_events", "checkout/payments", {
  business_id: column.id,
  provider: column.text,
  event_id: column.text,
  received_at: column.instant,
});

export const products = table("products", "checkout/products", {
  business_id: column.id,
  id: column.id,
  name: column.text,
  description: column.nullable(column.text),
  sku: column.nullable(column.text),
  barcode: column.nullable(column.text),
  price_amount: column.integer,
  tax_rate_id: column.nullable(column.id),
  stock: column.nullable(column.integer),
  created_at: column.instant,
  updated_at: column.instant,
  archived_at: column.nullable(column.instant),
});

export const stockEntries = table("stock_entries", "checkout/products", {
  business_id: column.id,
  id: column.id,
  product_id: column.id,
  cause: column.oneOf("count", "sale", "return", "restore"),
  delta: column.integer,
  sale_id: column.nullable(column.id),
  sale_line_id: column.nullable(column.id),
  refund_id: column.nullable(column.id),
  created_at: column.instant,
});

export const dayClosings = table("day_closings", "checkout/day-closings", {
  business_id: column.id,
  id: column.id,
  location_id: column.id,
  currency: column.text,
  previous_closed_at: column.nullable(column.instant),
  closed_at: column.instant,
  closed_by: column.id,
  note: column.nullable(column.text),
  created_at: column.instant,
});

export const dayClosingMethods = table("day_closing_methods", "checkout/day-closings", {
  business_id: column.id,
  day_closing_id: column.id,
  method: column.oneOf("card", "cash", "gift_card", "package", "membership", "external"),
  taken_amount: column.integer,
  refunded_amount: column.integer,
  counted_amount: column.nullable(column.integer),
});

export const dayClosingEntries = table("day_closing_entries", "checkout/day-closings", {
  business_id: column.id,
  kind: column.oneOf("payment", "refund", "reversal"),
  record_id: column.id,
  day_closing_id: column.id,
});

export const prepaidProducts = table("prepaid_products", "checkout/prepaid", {
  business_id: column.id,
  id: column.id,
  kind: column.oneOf("package", "membership", "gift_card"),
  name: column.text,
  description: column.nullable(column.text),
  price_minor: column.integer,
  service_ids: column.ids,
  total: column.integer,
  valid_months: column.nullable(column.integer),
  period_months: column.nullable(column.integer),
  periods: column.nullable(column.integer),
  created_at: column.instant,
  updated_at: column.instant,
  archived_at: column.nullable(column.instant),
  tax_rate_id: column.nullable(column.id),
});

export const entitlements = table("entitlements", "checkout/wallet", {
  business_id: column.id,
  id: column.id,
  client_id: column.nullable(column.id),
  kind: column.oneOf("package", "membership", "gift_card"),
  prepaid_product_id: column.nullable(column.id),
  name: column.text,
  service_ids: column.ids,
  currency: column.nullable(column.text),
  code_sha256: column.nullable(column.bytes),
  code_last4: column.nullable(column.text),
  total: column.integer,
  starts_on: column.date,
  expires_on: column.nullable(column.date),
  period_months: column.nullable(column.integer),
  renews_on: column.nullable(column.date),
  withdrawn_at: column.nullable(column.instant),
  due_on: column.nullable(column.date),
  sale_id: column.nullable(column.id),
  created_at: column.instant,
  updated_at: column.instant,
  sale_line_id: column.nullable(column.id),
  withdrawn_units: column.integer,
  blocked_at: column.nullable(column.instant),
});

export const entitlementsView = view(
  entitlements,
  "business_id",
  "id",
  "kind",
  "sale_id",
  "sale_line_id",
  "total",
  "created_at",
);

export const walletEntries = table("wallet_entries", "checkout/wallet", {
  business_id: column.id,
  entitlement_id: column.id,
  number: column.integer,
  cause: column.oneOf(
    "issue",
    "redeem",
    "give_back",
    "renewal",
    "expiry",
    "void",
    "withdraw",
    "restore",
    "adjust",
    "block",
    "unblock",
  ),
  delta: column.integer,
  balance_before: column.integer,
  balance_after: column.integer,
  follows: column.nullable(column.integer),
  payment_id: column.nullable(column.id),
  refund_id: column.nullable(column.id),
  created_at: column.instant,
  reason: column.nullable(column.text),
});

export const walletEntriesView = view(
  walletEntries,
  "business_id",
  "entitlement_id",
  "number",
  "balance_after",
  "created_at",
);

export const promotions = table("promotions", "checkout/promotions", {
  business_id: column.id,
  id: column.id,
  name: column.text,
  code: column.nullable(column.text),
  kind: column.oneOf("percent", "amount"),
  percent: column.nullable(column.integer),
  amount_minor: column.nullable(column.integer),
  service_ids: column.ids,
  starts_on: column.nullable(column.date),
  ends_on: column.nullable(column.date),
  created_at: column.instant,
  updated_at: column.instant,
  archived_at: column.nullable(column.instant),
});

export const appointmentPromotions = table("appointment_promotions", "checkout/promotions", {
  business_id: column.id,
  appointment_id: column.id,
  promotion_id: column.id,
  name: column.text,
  code: column.nullable(column.text),
  kind: column.text,
  percent: column.nullable(column.integer),
  amount_minor: column.nullable(column.integer),
  service_ids: column.ids,
  applied_at: column.instant,
});
