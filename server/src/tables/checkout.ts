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
});

export const salesView = view(sales, "business_id", "id", "client_id");

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
});

export const payments = table("payments", "checkout/payments", {
  business_id: column.id,
  id: column.id,
  sale_id: column.id,
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
);

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

export const refundLines = table("refund_lines", "checkout/payments", {
  business_id: column.id,
  refund_id: column.id,
  sale_id: column.id,
  sale_line_id: column.id,
  quantity: column.integer,
  amount: column.integer,
});

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

/** The entitlements that a sale line issued. */
export const entitlementsView = view(entitlements, "business_id", "id", "sale_id", "sale_line_id");

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
