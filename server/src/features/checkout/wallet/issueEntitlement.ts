import { addMonthsClamped, dateOf, dayAt } from "@daybook/engine";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type PrepaidProduct, prepaidProducts } from "../prepaid/index.ts";
import { dayNumber, dueOn, renewalAfter } from "./currentState.ts";
import { hashOfCode, last4Of, newGiftCardCode } from "./giftCardCode.ts";
import { walletSettings } from "./openEntitlement.ts";
import { insertEntitlement, insertEntry } from "./store.ts";

/** An entitlement to issue, for a sale line or for an import from another system. The caller must have validated the ids. */
export type Issue = {
  /** The completed sale, or null for an entitlement imported from another system. */
  readonly saleId: string | null;
  /** The line of the sale. Absent for an imported entitlement. */
  readonly saleLineId?: string;
  /** The current time in milliseconds since the epoch. The entitlement is valid from the business's local day at this time. */
  readonly now: number;
} & (
  | {
      readonly kind: "package" | "membership";
      readonly productId: string;
      readonly clientId: string;
    }
  | {
      readonly kind: "gift_card";
      /** Null for a gift card without a product. Such a card never expires. */
      readonly productId: string | null;
      /**
       * The value of a card without a product, in minor units. A card with a product has the product's value instead,
       * regardless of its price.
       */
      readonly amountMinor: number;
      /**
       * The client whose wallet contains the card, or null for a card without a client. The code is the only credential for
       * paying with the card.
       */
      readonly clientId: string | null;
    }
);

export interface Issued {
  readonly entitlementId: string;
  /** The code of a gift card, or null for other kinds. Only the hash of the code is stored. */
  readonly code: string | null;
}

/**
 * Issues one package, membership or gift card with the current terms of its product, even if the product is archived. A quantity of three
 * requires three calls, because each entitlement has its own ledger and each gift card has its own code.
 */
export async function issueEntitlement(tx: Transaction, businessId: string, issue: Issue): Promise<Issued> {
  const { kind, productId, clientId, saleId, saleLineId = null, now } = issue;
  const [{ zone, currency }, products] = await Promise.all([
    walletSettings(tx, businessId),
    prepaidProducts(tx, businessId, productId === null ? [] : [productId]),
  ]);
  const terms =
    issue.kind === "gift_card" && productId === null
      ? termsOfAmount(issue.amountMinor)
      : products.get(productId ?? "");
  if (terms === undefined || terms.kind !== kind)
    throw new Error(`The ${kind} ${productId} to issue was not found.`);
  const entitlementId = newId();
  const code = kind === "gift_card" ? newGiftCardCode() : null;
  const { total } = terms;
  tx.write(insertEntitlement, {
    business_id: businessId,
    id: entitlementId,
    client_id: clientId,
    kind,
    prepaid_product_id: productId,
    name: terms.name,
    service_ids: terms.serviceIds,
    currency: code === null ? null : currency,
    code_sha256: code === null ? null : hashOfCode(businessId, code),
    code_last4: code === null ? null : last4Of(code),
    total,
    period_months: terms.periodMonths,
    ...daysOf(terms, dateOf(dayAt(zone, now))),
    withdrawn_at: null,
    sale_id: saleId,
    sale_line_id: saleLineId,
    withdrawn_units: 0,
    blocked_at: null,
    created_at: now,
    updated_at: now,
  });
  tx.write(insertEntry, {
    business_id: businessId,
    entitlement_id: entitlementId,
    number: 1,
    cause: "issue",
    delta: total,
    balance_before: 0,
    balance_after: total,
    payment_id: null,
    refund_id: null,
    reason: null,
    created_at: now,
  });
  return { entitlementId, code };
}

type Terms = Pick<
  PrepaidProduct,
  "kind" | "name" | "serviceIds" | "total" | "validMonths" | "periodMonths" | "periods"
>;

function termsOfAmount(amountMinor: number): Terms {
  return {
    kind: "gift_card",
    name: "Gift card",
    serviceIds: [],
    total: amountMinor,
    validMonths: null,
    periodMonths: null,
    periods: null,
  };
}

/**
 * Computes the first and last valid day, and the days of the next renewal and of the next due change (a renewal or the expiry). A validity
 * in months includes the same day of the last month: an entitlement sold on 15 January for one month is valid through 15 February. The last
 * period of a membership ends on the day before another period would begin.
 */
function daysOf({ validMonths, periodMonths, periods }: Terms, startsOn: string) {
  const monthsLater = (months: number) => addMonthsClamped(dayNumber(startsOn), months);
  const expiresOn =
    periodMonths !== null && periods !== null
      ? dateOf(monthsLater(periodMonths * periods) - 1)
      : validMonths === null
        ? null
        : dateOf(monthsLater(validMonths));
  const days = { starts_on: startsOn, period_months: periodMonths, expires_on: expiresOn };
  const renewsOn = renewalAfter(days, startsOn);
  return { starts_on: startsOn, expires_on: expiresOn, renews_on: renewsOn, due_on: dueOn(days, renewsOn) };
}
