import type { Transaction } from "../../../platform/database/index.ts";
import type { EmailOutbox } from "../../../platform/email/index.ts";
import type { TextOutbox } from "../../../platform/sms/index.ts";
import type { PaymentProvider } from "../../checkout/payments/index.ts";

/** The dependencies of the public operations, except the database. */
export interface VisitorSettings {
  readonly emailOutbox: EmailOutbox;
  /** Sends codes by text message; null without a configured provider. */
  readonly textOutbox: TextOutbox | null;
  /** The installation's secret. */
  readonly secret: string;
  /** Takes deposits; null without a configured payment provider. */
  readonly provider: PaymentProvider | null;
  /** The provider's publishable key for browsers; null if visitors pay on the provider's hosted page. */
  readonly publishableKey: string | null;
}

/** Extends the hold of a newly verified visitor. The function is a parameter, because the holds feature imports this feature. */
export type MarkVerified = (
  tx: Transaction,
  hold: { readonly businessId: string; readonly token: string; readonly now: number },
) => Promise<void>;
