import pg from "pg";

/**
 * The SQLSTATEs of `raise_outdated` (migration 0175): an assumed fact has changed, or the
 * assumed time of the transaction is wrong.
 */
const STATES = { fact: "P0D01", time: "P0D02" } as const;

/**
 * Returns an SQL expression that is true if `condition` holds and otherwise fails with the SQLSTATE of `kind`. After a failed
 * statement, PostgreSQL skips the rest of a trip, so a transaction that is sent in one trip writes nothing unless the condition
 * holds (decision 103).
 */
export function requiring(condition: string, kind: keyof typeof STATES = "fact"): string {
  return `case when ${condition} then true else raise_outdated('${STATES[kind]}') end`;
}

/** Returns which assumption of a transaction failed; undefined for any other error. */
export function outdatedKind(error: unknown): keyof typeof STATES | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (error.code === STATES.fact) return "fact";
  return error.code === STATES.time ? "time" : undefined;
}
