import type { DatabaseClock } from "../../kernel/clock.ts";
import type { Sealer } from "../../platform/encryption.ts";
import type { OutboundPolicy } from "../../platform/outbound-http/index.ts";

/** What the routes of webhooks need besides the database. */
export interface WebhookSettings {
  /** Seals secrets before they are stored. */
  readonly sealer: Sealer;
  /** Which addresses may be subscribed. */
  readonly policy: OutboundPolicy;
  readonly databaseClock: DatabaseClock;
}
