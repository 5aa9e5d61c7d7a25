import { setTimeout as delay } from "node:timers/promises";

/** The time after which every look-up is answered, in milliseconds: several times the duration of its statements. */
const ANSWER_AFTER_MS = 150;

/**
 * Runs `work`, and returns its result when `ANSWER_AFTER_MS` have passed since the start, so that the duration of the answer does
 * not tell whether a number is known.
 */
export async function afterDelay<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(ANSWER_AFTER_MS)]);
  return result;
}
