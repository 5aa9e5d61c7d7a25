import type { Transaction } from "../../platform/database/index.ts";
import { eraseResponseBodies } from "./store.ts";

/**
 * Erases the stored responses to events about these clients. The request bodies are stored with the events, and `eraseEventsOf`
 * erases them. Call this function before `eraseEventsOf`, because it must find the events that have full bodies.
 */
export function eraseAnswersAbout(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(eraseResponseBodies, { businessId, clientIds });
}
