import type { Transaction } from "../../../platform/database/index.ts";
import type { EmailOutbox } from "../../../platform/email/index.ts";
import type { TextOutbox } from "../../../platform/sms/index.ts";
import type { PaymentProvider } from "../../checkout/payments/index.ts";

/** The dependencies of the public operations besides the database. */
export interface VisitorSettings {
  readonly emailOutbox: EmailOutbox;
  /** Sends codes by phone; null: the operator has not configured a provider. */
  readonly textOutbox: TextOutbox | null;
  /** The installation's secret. */
  readonly secret: string;
  /** Takes deposits; null without a payment provider. */
  readonly provider: PaymentProvider | null;
  /** The provider's key for visitors' browsers; null: visitors pay on the provider's own page. */
  readonly publishableKey: string | null;
}

/** A function that extends the hold of a visitor who has been verified. It is passed in, because holds depend on visitors. */
export type MarkVerified = (
  tx: Transaction,
  hold: { readonly businessId: string; readonly token: string; readonly now: number },
) => Promise<void>;
