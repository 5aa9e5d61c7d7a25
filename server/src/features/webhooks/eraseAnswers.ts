import type { Transaction } from "../../platform/database/index.ts";
import { eraseResponseBodies } from "./store.ts";

/**
 * Erases what receivers answered to events about these clients. The bodies that were sent are those of the events, which
 * `eraseEventsOf` erases: call this before it, while it is known which ones were full.
 */
export function eraseAnswersAbout(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(eraseResponseBodies, { businessId, clientIds });
}
