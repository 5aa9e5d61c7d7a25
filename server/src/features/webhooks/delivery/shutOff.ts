import type { DatabaseClock } from "../../../kernel/clock.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { queueEmail } from "../../../platform/email/index.ts";
import { refreshNextDue } from "./nextDue.ts";
import { disableEndpoint, listOwners, pauseDeliveries } from "./shutoffStore.ts";

/** An endpoint that has failed for 72 hours. */
export interface FailedEndpoint {
  readonly business_id: string;
  readonly id: string;
  readonly url: string;
  readonly failing_since: number;
}

/**
 * Disables an endpoint and notifies the owners, once per series of failures. Its events go on being queued. Does nothing
 * when an attempt succeeded meanwhile, or a user enabled the endpoint.
 */
export async function shutOff(
  tx: Transaction,
  clock: DatabaseClock,
  endpoint: FailedEndpoint,
): Promise<void> {
  const { business_id: businessId, id: endpointId, failing_since: failingSince } = endpoint;
  const [disabled] = await tx.query(disableEndpoint, {
    businessId,
    endpointId,
    failingSince,
    aheadMs: clock.aheadMs(),
  });
  if (disabled === undefined) return;
  tx.write(pauseDeliveries, { businessId, endpointId });
  await refreshNextDue(tx, businessId, endpointId);
  const { business_name: businessName, failing_since_text: since } = disabled;
  for (const owner of await tx.query(listOwners, { businessId }))
    queueEmail(tx, {
      purpose: `webhook-shutoff:${endpointId}:${since}:${owner.user_id}`,
      to: owner.email,
      businessId,
      ...shutOffEmail({ businessName, host: new URL(endpoint.url).host, businessId, endpointId }),
    });
}

/** Names the host only: the rest of a URL often contains a token. */
function shutOffEmail(about: {
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
      `deliveries of ${businessName} to the webhook endpoint at ${host} have failed for three days, so Daybook has`,
      "disabled it. New events are kept.",
      "",
      "Once the receiver works again, enable the endpoint:",
      "",
      `POST /api/v1/businesses/${businessId}/webhooks/${endpointId}/enable`,
      "",
      "Daybook then sends the events of the last three days, oldest first. Older ones stay in the endpoint's log for thirty",
      "days, from which each can be sent again.",
      "",
    ].join("\n"),
  };
}
