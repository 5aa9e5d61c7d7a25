import type { Transaction } from "../../../platform/database/index.ts";
import { API_PREFIX } from "../../../platform/http/route.ts";
import { createFormsLink } from "../../clients/forms/index.ts";
import type { SchedulingSnapshot } from "../../scheduling/snapshot/index.ts";

/** Creates the link to the due forms of an appointment and returns its URL; null if no form is due. */
export async function dueFormsUrl(
  tx: Transaction,
  { businessId, forms }: SchedulingSnapshot,
  appointmentId: string,
  { address, now }: { readonly address: () => string; readonly now: number },
): Promise<string | null> {
  if (forms.length === 0) return null;
  const link = await createFormsLink(tx, {
    businessId,
    appointmentId,
    own: null,
    kind: "client",
    now,
  });
  return link.forms.length === 0 ? null : `${address()}${API_PREFIX}/public/forms/${link.token}`;
}
