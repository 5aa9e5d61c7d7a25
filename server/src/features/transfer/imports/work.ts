import type { Clock } from "../../../kernel/clock.ts";
import { asActor, type Database } from "../../../platform/database/index.ts";
import { importBatch } from "./run.ts";
import { findWork, listWork, postpone, type Work } from "./store.ts";
import { undoBatch } from "./undo.ts";

/** The maximum number of waiting imports that a worker tries to read. */
const CANDIDATES = 10;

/**
 * Returns the import that has waited longest. Skips imports that another worker has locked, so that this worker takes the next import
 * instead of waiting for the lock.
 */
async function findNextWork(database: Database): Promise<Work | undefined> {
  for (const { business_id, id } of await database.query(listWork, { limit: CANDIDATES })) {
    const [work] = await database.query(findWork, { businessId: business_id, importId: id });
    if (work !== undefined) return work;
  }
  return undefined;
}

/**
 * Imports or undoes a batch of rows of the import that has waited longest. The audit log names the user who started the import or the undo.
 * Returns false if no import is waiting. Several workers may run at the same time: each batch locks its import and checks that no other
 * worker has already processed its rows.
 */
export async function workOnImports(database: Database, clock: Clock): Promise<boolean> {
  const work = await findNextWork(database);
  if (work === undefined) return false;
  const { run_by, run_address } = work;
  const actor = { kind: "user" as const, address: run_address ?? "", request: work.id };
  const isUndone = work.status === "undoing";
  try {
    await asActor(run_by === null ? actor : { ...actor, id: run_by }, () =>
      isUndone ? undoBatch(database, work, clock.now()) : importBatch(database, work, clock.now()),
    );
  } catch (error) {
    // The failed import moves to the end of the queue, so that it does not block the imports of other businesses. The job logs the
    // error.
    await database.query(postpone, { businessId: work.business_id, importId: work.id, now: clock.now() });
    throw error;
  }
  return true;
}
