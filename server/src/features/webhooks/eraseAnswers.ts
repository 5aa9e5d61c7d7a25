import type { Transaction } from "../../platform/database/index.ts";
import { eraseResponseBodies } from "./store.ts";

/**
 * Erases the stored responses to events about these clients. The request bodies are those of the events, which `eraseEventsOf`
 * erases. Must be called before `eraseEventsOf`, because it needs to find out which events have full bodies.
 */
export function eraseAnswersAbout(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(eraseResponseBodies, { businessId, clientIds });
}
