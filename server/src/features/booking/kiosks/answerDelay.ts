import { setTimeout as delay } from "node:timers/promises";

/** The minimum duration of a lookup in milliseconds, several times the duration of its SQL statements. */
const ANSWER_AFTER_MS = 150;

/**
 * Runs `work` and returns its result no earlier than `ANSWER_AFTER_MS` after the start, so that the response time does not reveal whether a
 * client has the phone number.
 */
export async function afterDelay<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(ANSWER_AFTER_MS)]);
  return result;
}
