import type { DatabaseClock } from "../../kernel/clock.ts";
import type { Encryption } from "../../platform/encryption.ts";
import type { OutboundPolicy } from "../../platform/outbound-http/index.ts";

/** The dependencies of the webhook routes other than the database. */
export interface WebhookSettings {
  readonly encryption: Encryption;
  /** The policy for the addresses to which the server may send requests. */
  readonly policy: OutboundPolicy;
  readonly databaseClock: DatabaseClock;
}
