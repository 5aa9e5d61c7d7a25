import type { Transaction } from "../../platform/database/index.ts";
import { eraseResponseBodies } from "./store.ts";

/**
 * Erases the stored responses to events about these clients. `eraseEventsOf` erases the request bodies, which are stored with
 * the events. Must be called before `eraseEventsOf`, because this function searches for events whose full bodies are still
 * stored.
 */
export function eraseAnswersAbout(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(eraseResponseBodies, { businessId, clientIds });
}
