import type { Transaction } from "../../../platform/database/index.ts";
import { queueMail } from "../../../platform/email/index.ts";
import { type LetterWriting, letterTo, type Tidings } from "./letter.ts";

/**
 * Puts a letter into the queue if there is an address to send it to. One that cannot be written is logged and left
 * out: it must not hold up everybody's events, nor the other reminders.
 */
export function writeLetter(tx: Transaction, writing: LetterWriting, tidings: Tidings): void {
  const [visit] = tidings.visits;
  if (visit === undefined || visit.client_email === null) return;
  try {
    queueMail(tx, letterTo(visit.client_email, writing, tidings));
  } catch (error) {
    writing.log(`a letter about the visit ${visit.appointment_id} could not be written`, error);
  }
}
