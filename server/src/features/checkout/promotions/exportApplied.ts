import { utcText } from "@daybook/engine";
import type { Reader } from "../../../platform/database/index.ts";
import { type AppliedRow, listAppliedOfClient } from "./store.ts";

/** A promotion as applied to an appointment. */
export type ExportedPromotion = Omit<AppliedRow, "business_id" | "applied_at"> & {
  readonly applied_at: string;
};

/** The promotions of a client's appointments as applied, oldest first, for the export of their data. */
export async function exportApplied(
  reader: Reader,
  businessId: string,
  clientId: string,
): Promise<ExportedPromotion[]> {
  const rows = await reader.query(listAppliedOfClient, { businessId, clientId });
  return rows.map((row) => ({ ...row, applied_at: utcText(row.applied_at) }));
}
