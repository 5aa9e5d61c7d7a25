import { appPages } from "../../../kernel/appPages.ts";
import type { DatabaseClock } from "../../../kernel/clock.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { queueEmail } from "../../../platform/email/index.ts";
import { refreshNextDue } from "./nextDue.ts";
import { shutOffEmail } from "./shutOffEmail.ts";
import { disableEndpoint, listOwners, pauseDeliveries } from "./shutoffStore.ts";

/** An endpoint that has failed for 72 hours. */
export interface FailedEndpoint {
  readonly business_id: string;
  readonly id: string;
  readonly url: string;
  readonly failing_since: number;
  readonly last_error: string | null;
}

/**
 * Disables an endpoint and notifies the owners by e-mail, once per series of failures. The relay still adds events to the endpoint's queue.
 * Does nothing if, after the check, an attempt has succeeded or a user has enabled the endpoint.
 */
export async function shutOff(
  tx: Transaction,
  {
    clock,
    appUrl = "http://127.0.0.1:3000",
  }: { readonly clock: DatabaseClock; readonly appUrl?: string | undefined },
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
  const { business_name: businessName, locale, time_zone: timeZone, failing_since_text: since } = disabled;
  const email = shutOffEmail({
    businessName,
    locale,
    timeZone,
    failingSince,
    // The e-mail contains only the origin, because the path or query of a URL often contains a token.
    origin: new URL(endpoint.url).origin,
    lastError: endpoint.last_error,
    link: new URL(appPages.webhooks(businessId), appUrl).href,
  });
  for (const owner of await tx.query(listOwners, { businessId }))
    queueEmail(tx, {
      purpose: `webhook-shutoff:${endpointId}:${since}:${owner.user_id}`,
      to: owner.email,
      businessId,
      ...email,
    });
}
