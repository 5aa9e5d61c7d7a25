import { refuseIf } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { lockSettings } from "../../scheduling/snapshot/index.ts";
import { businessRecord } from "../businesses/index.ts";
import { referenceProblems } from "./menuReferences.ts";
import { ruleProblems } from "./menuRules.ts";
import type { ServiceInput, ServiceRecord } from "./schema.ts";
import { draftOf } from "./serviceDraft.ts";
import { serviceRecord } from "./serviceRecord.ts";
import { lastServicePosition } from "./store.ts";
import { insertDraft } from "./writeService.ts";

/** Creates a service, at the end of the menu unless a position is given. Throws `validation_failed` for invalid input. */
export async function createService(
  tx: Transaction,
  businessId: string,
  wanted: ServiceInput,
  now: number,
): Promise<ServiceRecord> {
  // The lock ensures that two services created concurrently get different positions.
  lockSettings(tx, businessId);
  const [{ currency }, [last]] = await Promise.all([
    businessRecord(tx, businessId),
    tx.query(lastServicePosition, { businessId }),
  ]);
  const draft = draftOf(wanted, currency, (last?.position ?? 0) + 1);
  const candidate = { sent: wanted, draft, isNew: true, currency, taxRateBefore: null };
  refuseIf([...ruleProblems(candidate), ...(await referenceProblems(tx, businessId, candidate))]);
  const serviceId = newId();
  insertDraft(tx, businessId, serviceId, draft, now);
  return serviceRecord(tx, businessId, serviceId);
}
