import fc from "fast-check";
import { expect, test } from "vitest";
import { batchLoader, SharedLoads } from "./batchLoader.ts";

test("keys requested during a load share the next load", async () => {
  const loadedKeys: string[][] = [];
  let finish = () => {};
  const find = batchLoader(async (keys: string[]) => {
    loadedKeys.push(keys);
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return new Map(keys.map((key) => [key, key.toUpperCase()]));
  });
  const first = find("a");
  const later = [find("b"), find("c"), find("b"), find("a")];
  expect(loadedKeys).toEqual([["a"]]);
  finish();
  expect(await first).toBe("A");
  expect(loadedKeys).toEqual([["a"], ["b", "c", "a"]]);
  finish();
  expect(await Promise.all(later)).toEqual(["B", "C", "B", "A"]);
});

test("a failed load rejects for its callers only, and the next load runs", async () => {
  let fails = true;
  const find = batchLoader(async (keys: string[]) => {
    if (!fails) return new Map(keys.map((key) => [key, true]));
    fails = false;
    throw new Error("connection lost");
  });
  const outcomes = await Promise.allSettled([find("a"), find("b")]);
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "fulfilled"]);
  expect(await find("unknown-but-loaded")).toBe(true);
});

test("no result is older than its request, in any order of events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.integer({ min: 1, max: 12 }), async (scheduler, questions) => {
      // The value only increases. A load reads it after sending its statement and before receiving the result.
      let truth = 0;
      const find = batchLoader(async (keys: string[]) => {
        await scheduler.schedule(Promise.resolve(), "sent");
        const seen = truth;
        await scheduler.schedule(Promise.resolve(), "answered");
        return new Map(keys.map((key) => [key, seen]));
      });
      const answered: Promise<void>[] = [];
      const ask = async (index: number) => {
        truth++;
        const atAsking = truth;
        const seen = await find(`key ${index % 3}`);
        expect(seen).toBeGreaterThanOrEqual(atAsking);
      };
      scheduler.scheduleSequence(
        Array.from({ length: questions }, (_, index) => ({
          label: `question ${index}`,
          builder: async () => void answered.push(ask(index)),
        })),
      );
      await scheduler.waitIdle();
      await Promise.all(answered);
      expect(answered).toHaveLength(questions);
    }),
  );
});

/** Creates a batch loader whose loads the test completes. */
function heldLoads() {
  const sent: { readonly group: string; readonly keys: readonly number[]; readonly finish: () => void }[] =
    [];
  const loads = new SharedLoads<number, ReadonlySet<number>>(
    (group, keys) =>
      new Promise((resolve) => sent.push({ group, keys, finish: () => resolve(new Set(keys)) })),
  );
  return { loads, sent };
}

test("a load of one group does not wait for the loads of another", async () => {
  const { loads, sent } = heldLoads();
  void loads.load("a", [1]);
  const other = loads.load("b", [2, 3]);
  const later = loads.load("a", [4]);
  expect(sent.map(({ group, keys }) => [group, keys])).toEqual([
    ["a", [1]],
    ["b", [2, 3]],
  ]);
  sent[1]?.finish();
  expect(await other).toEqual(new Set([2, 3]));
  expect(sent).toHaveLength(2);
  sent[0]?.finish();
  await expect.poll(() => sent.length).toBe(3);
  sent[2]?.finish();
  expect(await later).toEqual(new Set([4]));
});

test("many requests are divided into several loads", async () => {
  const { loads, sent } = heldLoads();
  const all = Array.from({ length: 251 }, (_, key) => loads.load("a", [key]));
  for (let index = 0; index < 4; index++) {
    await expect.poll(() => sent.length).toBe(index + 1);
    sent[index]?.finish();
  }
  expect(sent.map(({ keys }) => keys.length)).toEqual([1, 100, 100, 50]);
  const loaded = await Promise.all(all);
  expect(loaded.every((keys, key) => keys.has(key))).toBe(true);
});
