/**
 * Work that a job does for all businesses when it is due, offered for one business: the worker that advances the test clock of a
 * sandbox does it at the instant at which it is due.
 */
export interface DueWork {
  /** The name for the log. */
  readonly name: string;
  /** Returns the instant at which the earliest work of the business is due; null if there is none. */
  nextDueAt(businessId: string): Promise<number | null>;
  /** Does work of the business that is due by the business's time: all of it, or one batch. */
  run(businessId: string): Promise<void>;
}
