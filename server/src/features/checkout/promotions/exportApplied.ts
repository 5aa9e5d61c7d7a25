import { utcText } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { listAppliedOfClient } from "./store.ts";

/** A promotion as a visit has it. */
export interface ExportedPromotion {
  readonly appointment_id: string;
  readonly promotion_id: string;
  readonly name: string;
  readonly code: string | null;
  readonly kind: "percent" | "amount";
  readonly percent: number | null;
  readonly amount_minor: number | null;
  readonly service_ids: string[];
  readonly applied_at: string;
}

/** The promotions that a client's visits have, as they were applied, oldest first. */
export async function exportApplied(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<ExportedPromotion[]> {
  const rows = await reader.query(listAppliedOfClient, [businessId, clientId]);
  return rows.map((row) => ({ ...row, applied_at: utcText(row.applied_at) }));
}
