import { availableParallelism } from "node:os";
import { systemClock } from "../../src/kernel/clock.ts";
import type { RecordedExamples, RecordedOperation } from "../../src/platform/http/recordedExamples.ts";
import { copyOf, freshDatabase } from "../database.ts";
import { recordErrors } from "./errors.ts";
import { type Operation, operations } from "./operations.ts";
import { record } from "./recorder.ts";
import { furnish } from "./salon.ts";
import { stableIds } from "./stableIds.ts";
import { openStage, RECORDED_AT } from "./stage.ts";

/**
 * Asks every operation of a real server over a real database, and answers what it said. The salon is set up once; each
 * operation that writes gets a copy of its own, so that what one does is not in another's answer, and a route that comes
 * later changes no example but its own.
 */
export async function recordAll(): Promise<RecordedExamples> {
  const beganAt = systemClock.now();
  const template = await freshDatabase();
  const stable = stableIds(RECORDED_AT);
  const opening = await openStage(template.connectionString);
  const salon = await furnish(opening, stable);
  await opening.close();

  const all = operations();
  const recorded = new Map<string, RecordedOperation>();
  const onCopy = async (these: readonly Operation[]) => {
    const copy = await copyOf(template);
    const stage = await openStage(copy.connectionString);
    try {
      const studio = { stage, salon, all, stable, beganAt };
      for (const each of these) recorded.set(each.operationId, await record(studio, each));
    } finally {
      await stage.close();
      await copy.drop();
    }
  };
  await onCopy(all.filter((each) => each.method === "GET"));
  const writing = all.filter((each) => each.method !== "GET");
  const next = async (): Promise<void> => {
    for (let one = writing.shift(); one !== undefined; one = writing.shift()) await onCopy([one]);
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, next));
  const errors = await recordErrors(template, salon, recorded);
  await template.drop();
  return {
    operations: Object.fromEntries(
      all.map(({ operationId }) => [operationId, recorded.get(operationId) as RecordedOperation]),
    ),
    errors,
  };
}
