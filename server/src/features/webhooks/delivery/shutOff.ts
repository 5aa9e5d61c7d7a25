import type { DatabaseClock } from "../../../kernel/clock.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { queueEmail } from "../../../platform/email/queue.ts";
import { refreshNextDue } from "./nextDue.ts";
import { disableEndpoint, haltDeliveries, owners } from "./shutoffStore.ts";

/** An endpoint that has failed for 72 hours. */
export interface FailedEndpoint {
  readonly business_id: string;
  readonly id: string;
  readonly url: string;
  readonly failing_since: number;
}

/**
 * Turns an endpoint off and tells the owners, once each for this failing. Its events go on being queued. Nothing happens
 * where a success or somebody's `enable` came first.
 */
export async function shutOff(
  tx: Transaction,
  clock: DatabaseClock,
  endpoint: FailedEndpoint,
): Promise<void> {
  const { business_id: businessId, id: endpointId } = endpoint;
  const [disabled] = await tx.query(disableEndpoint, [
    businessId,
    endpointId,
    new Date(endpoint.failing_since),
    clock.aheadMs(),
  ]);
  if (disabled === undefined) return;
  tx.write(haltDeliveries, [businessId, endpointId]);
  await refreshNextDue(tx, businessId, endpointId);
  const { business_name: businessName, failing_since_text: failingSince } = disabled;
  for (const owner of await tx.query(owners, [businessId]))
    queueEmail(tx, {
      purpose: `webhook-shutoff:${endpointId}:${failingSince}:${owner.user_id}`,
      to: owner.email,
      businessId,
      ...letter({ businessName, host: new URL(endpoint.url).host, businessId, endpointId }),
    });
}

/** The host says which one it is; the rest of the URL often is a password of sorts, and stays out of mails. */
function letter(about: {
  readonly businessName: string;
  readonly host: string;
  readonly businessId: string;
  readonly endpointId: string;
}): { subject: string; text: string } {
  const { businessName, host, businessId, endpointId } = about;
  return {
    subject: `A webhook of ${businessName} was turned off`,
    text: [
      "Hello,",
      "",
      `deliveries of ${businessName} to the webhook endpoint at ${host} have failed for three days, so it was`,
      "turned off. Its events are kept meanwhile.",
      "",
      "Once the receiver works again, turn the endpoint back on:",
      "",
      `POST /api/v1/businesses/${businessId}/webhooks/${endpointId}/enable`,
      "",
      "What waited, up to three days old, is sent then, oldest first. What is older stays in the endpoint's log for thirty",
      "days, where each delivery can be sent again.",
      "",
    ].join("\n"),
  };
}
