import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
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

/** The numbers of writing operations that share a copy of the database: at first, and if another operation changed their example. */
const SHARING = [20, 4];

/**
 * Sends requests to every operation of a real server with a real database and returns the responses. Sets up the salon once.
 * Each operation that writes, or whose story writes, uses its own copy of the database. Therefore operations do not affect
 * each other's responses, and a new route adds only its own example.
 *
 * With `expected`, large and then small groups of operations share a copy, because starting a server for each takes most of
 * the time. Only an operation whose example still differs from `expected` is recorded again on its own copy.
 */
export async function recordAll(expected?: RecordedExamples): Promise<RecordedExamples> {
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
  const reading = all.filter((each) => !writes(each));
  await recordThese(reading);
  const writing = all.filter(writes);
  const isAsExpected = ({ operationId }: Operation) =>
    recorded.has(operationId) &&
    isDeepStrictEqual(expected?.operations[operationId], recorded.get(operationId));
  const remaining = () => writing.filter((each) => !isAsExpected(each));
  for (const size of expected === undefined ? [] : SHARING)
    await concurrently(groupsOf(remaining(), size), (group) =>
      onCopy(async (recording) => {
        for (const each of group) {
          // An operation may fail because of the others. It then fails again on its own copy if it has an error.
          const one = await record(recording, each).catch(() => undefined);
          if (one !== undefined) recorded.set(each.operationId, one);
        }
      }),
    );
  await concurrently(remaining(), (one) => recordThese([one]));
  const inOrder = [...reading, ...writing].map(
    ({ operationId }) => recorded.get(operationId) as RecordedOperation,
  );
  const errors = await recordErrors(template, salon, inOrder);
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

/** Puts operations on different kinds of records into each group, because they seldom affect each other. */
function groupsOf(operations: readonly Operation[], size: number): Operation[][] {
  const count = Math.ceil(operations.length / size);
  return Array.from({ length: count }, (_, group) =>
    operations.filter((_, index) => index % count === group),
  );
}

async function concurrently<T>(works: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...works];
  const next = async (): Promise<void> => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: Math.min(4, availableParallelism()) }, next));
}
