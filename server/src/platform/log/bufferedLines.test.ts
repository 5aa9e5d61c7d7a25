import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { bufferedLines } from "./bufferedLines.ts";
import { openLog } from "./log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns a log that writes through the buffer, and the messages of each write to the target. */
function buffered() {
  const writes: string[][] = [];
  const stream = bufferedLines({
    write: (text) =>
      void writes.push(
        text
          .trimEnd()
          .split("\n")
          .map((line) => JSON.parse(line).message),
      ),
  });
  return { log: openLog({ level: "info", stream }), stream, writes };
}

test("lines of level info are written together after 50 ms", () => {
  const { log, writes } = buffered();
  log.info("one");
  log.info("two");
  vi.advanceTimersByTime(49);
  expect(writes).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(writes).toEqual([["one", "two"]]);
  log.info("three");
  vi.advanceTimersByTime(50);
  expect(writes).toEqual([["one", "two"], ["three"]]);
});

test("a warning is written at once, after the lines before it", () => {
  const { log, writes } = buffered();
  log.info("one");
  log.warn("two");
  expect(writes).toEqual([["one", "two"]]);
  vi.advanceTimersByTime(1_000);
  expect(writes).toHaveLength(1);
});

test("lines of 16 KiB are written at once", () => {
  const { log, writes } = buffered();
  log.info("x".repeat(16_384));
  expect(writes).toHaveLength(1);
});

test("flush writes the buffered lines", () => {
  const { log, stream, writes } = buffered();
  log.info("one");
  stream.flush();
  stream.flush();
  expect(writes).toEqual([["one"]]);
});
