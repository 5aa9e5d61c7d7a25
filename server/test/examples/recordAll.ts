import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../src/kernel/clock.ts";
import { diskBlobs } from "../../src/platform/blobs/index.ts";
import type { RecordedExamples, RecordedOperation } from "../../src/platform/http/recordedExamples.ts";
import { copyOf, freshDatabase } from "../fixtures/database.ts";
import { recordErrors } from "./errors.ts";
import { recordEvents } from "./events.ts";
import { type Operation, operations } from "./operations.ts";
import { type Recording, record } from "./recorder.ts";
import { RECORDED_AT, recordingApp } from "./recordingApp.ts";
import { createExampleSalon } from "./salon.ts";
import { stableIds } from "./stableIds.ts";
import { STORIES } from "./stories/index.ts";

/**
 * Sends requests to every operation of a real server with a real database and returns the responses. Sets up the salon once.
 * Each operation that writes, or whose story writes, uses its own copy of the database. Therefore operations do not affect
 * each other's responses, and a new route adds only its own example.
 */
export async function recordAll(): Promise<RecordedExamples> {
  const beganAt = systemClock.now();
  const template = await freshDatabase();
  const stable = stableIds(RECORDED_AT);
  const folder = await mkdtemp(join(tmpdir(), "daybook-examples-"));
  const blobs = diskBlobs(folder);
  const opening = await recordingApp(template.connectionString, { blobs });
  const salon = await createExampleSalon(opening, stable);
  await opening.close();

  const all = operations();
  const recorded = new Map<string, RecordedOperation>();
  const onCopy = async <T>(work: (recording: Recording) => Promise<T>): Promise<T> => {
    const copy = await copyOf(template);
    const server = await recordingApp(copy.connectionString, { blobs });
    try {
      return await work({ server, salon, all, stable, beganAt });
    } finally {
      await server.close();
      await copy.drop();
    }
  };
  const recordThese = (these: readonly Operation[]) =>
    onCopy(async (recording) => {
      for (const each of these) recorded.set(each.operationId, await record(recording, each));
    });
  const writes = ({ method, operationId }: Operation) =>
    method !== "GET" || STORIES[operationId]?.before !== undefined;
  await recordThese(all.filter((each) => !writes(each)));
  const writing = all.filter(writes);
  const next = async (): Promise<void> => {
    for (let one = writing.shift(); one !== undefined; one = writing.shift()) await recordThese([one]);
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, next));
  const errors = await recordErrors(template, salon, recorded);
  const events = await onCopy(recordEvents);
  await template.drop();
  await rm(folder, { recursive: true });
  return {
    operations: Object.fromEntries(
      all.map(({ operationId }) => [operationId, recorded.get(operationId) as RecordedOperation]),
    ),
    errors,
    events,
  };
}
