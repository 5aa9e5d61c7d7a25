import type { DatabaseClock } from "../../kernel/clock.ts";
import type { Encryption } from "../../platform/encryption.ts";
import type { OutboundPolicy } from "../../platform/outbound-http/index.ts";

/** Dependencies of the webhook routes besides the database. */
export interface WebhookSettings {
  /** Encrypts secrets before they are stored. */
  readonly encryption: Encryption;
  /** To which addresses the server may send. */
  readonly policy: OutboundPolicy;
  readonly databaseClock: DatabaseClock;
}
