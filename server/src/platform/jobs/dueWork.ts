/**
 * The work of a job for a single business. When a sandbox's test clock is advanced, the worker runs the sandbox's work at each
 * instant at which work is due.
 */
export interface DueWork {
  /** The name for the log. */
  readonly name: string;
  /** Returns the instant in milliseconds at which the business's next work is due; null if no work is due. */
  nextDueAt(businessId: string): Promise<number | null>;
  /** Runs the work that is due at the current time of the business: all of it or one batch. */
  run(businessId: string): Promise<void>;
}
