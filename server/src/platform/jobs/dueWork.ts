/**
 * The work of a job for a single business. When a sandbox's test clock is advanced, the worker does the work at the instant at which it
 * is due.
 */
export interface DueWork {
  /** The name for the log. */
  readonly name: string;
  /** Returns the instant in milliseconds at which the business's next work is due; null without due work. */
  nextDueAt(businessId: string): Promise<number | null>;
  /** Does the work that is due at the business's time: all of it or one batch. */
  run(businessId: string): Promise<void>;
}
