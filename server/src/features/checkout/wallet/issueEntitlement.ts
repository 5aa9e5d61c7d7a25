import { addMonthsClamped, dateOf, dayAt } from "@daybook/engine";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { type PrepaidProduct, prepaidProducts } from "../prepaid/index.ts";
import { dayNumber, dueOn, renewalAfter } from "./currentState.ts";
import { hashOfCode, last4Of, newGiftCardCode } from "./giftCardCode.ts";
import { businessOf } from "./openEntitlement.ts";
import { insertEntitlement, insertEntry } from "./store.ts";

/** What a line of a sale puts into a wallet. Its ids have been checked when the sale was written. */
export type Issue = {
  /** The sale that closes; null for what is brought over from elsewhere. */
  readonly saleId: string | null;
  /** Milliseconds since the epoch: its validity begins on that day of the business. */
  readonly now: number;
} & (
  | {
      readonly kind: "package" | "membership";
      /** The package's or membership's id. */
      readonly productId: string;
      readonly clientId: string;
    }
  | {
      readonly kind: "gift_card";
      /** Null for a card of any amount, which is good for ever. */
      readonly productId: string | null;
      /** What the card of any amount is worth; one with an offer is worth what the offer says, whatever it was sold for. */
      readonly amountMinor: number;
      /** In whose wallet it is seen; null for nobody's. Whoever has the code can pay with it. */
      readonly clientId: string | null;
    }
);

export interface Issued {
  readonly entitlementId: string;
  /** A gift card's, to be shown now: it is not kept. Null for the others. */
  readonly code: string | null;
}

/**
 * Puts one package, membership or gift card into a wallet, with the terms its offer has now, an archived one's too. For
 * a quantity of three it is called three times: each has a ledger, and each card a code.
 */
export async function issueEntitlement(tx: Transaction, businessId: string, issue: Issue): Promise<Issued> {
  const { kind, productId, clientId, saleId, now } = issue;
  const [{ zone, currency }, products] = await Promise.all([
    businessOf(tx, businessId),
    prepaidProducts(tx, businessId, productId === null ? [] : [productId]),
  ]);
  const terms =
    issue.kind === "gift_card" && productId === null
      ? openCard(issue.amountMinor)
      : products.get(productId ?? "");
  if (terms === undefined || terms.kind !== kind)
    throw new Error(`There is no ${kind} ${productId} to issue.`);
  const entitlementId = newId();
  const code = kind === "gift_card" ? newGiftCardCode() : null;
  const days = daysOf(terms, dateOf(dayAt(zone, now)));
  tx.write(insertEntitlement, [
    businessId,
    entitlementId,
    clientId,
    kind,
    productId,
    terms.name,
    terms.serviceIds,
    code === null ? null : currency,
    code === null ? null : hashOfCode(businessId, code),
    code === null ? null : last4Of(code),
    terms.total,
    days.startsOn,
    days.expiresOn,
    terms.periodMonths,
    days.renewsOn,
    days.dueOn,
    saleId,
    new Date(now),
  ]);
  const { total } = terms;
  tx.write(insertEntry, [businessId, entitlementId, 1, "issue", total, 0, total, null, null, new Date(now)]);
  return { entitlementId, code };
}

type Terms = Pick<
  PrepaidProduct,
  "kind" | "name" | "serviceIds" | "total" | "validMonths" | "periodMonths" | "periods"
>;

function openCard(amountMinor: number): Terms {
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
 * A validity of months ends with the day that has today's number: sold on 15 January for a month, it is good through
 * 15 February. A membership's periods follow each other, so its last one ends the day before another would begin.
 */
function daysOf({ validMonths, periodMonths, periods }: Terms, startsOn: string) {
  const monthsLater = (months: number) => addMonthsClamped(dayNumber(startsOn), months);
  const expiresOn =
    periodMonths !== null && periods !== null
      ? dateOf(monthsLater(periodMonths * periods) - 1)
      : validMonths === null
        ? null
        : dateOf(monthsLater(validMonths));
  const span = { starts_on: startsOn, period_months: periodMonths, expires_on: expiresOn };
  const renewsOn = renewalAfter(span, startsOn);
  return { startsOn, expiresOn, renewsOn, dueOn: dueOn(span, renewsOn) };
}
