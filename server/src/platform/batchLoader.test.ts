import fc from "fast-check";
import { expect, test } from "vitest";
import { batchLoader, SharedLoads } from "./batchLoader.ts";

/** Ends with the turn of the event loop, after the loads of the turn have been sent. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Creates a batch loader whose loads the test completes. */
function heldLoads(maxRunning?: number) {
  const sent: { readonly group: string; readonly keys: readonly string[]; readonly finish: () => void }[] =
    [];
  const loads = new SharedLoads<string, ReadonlySet<string>>(
    (group, keys) =>
      new Promise((resolve) => sent.push({ group, keys, finish: () => resolve(new Set(keys)) })),
    maxRunning,
  );
  return { loads, sent, keys: () => sent.map(({ keys }) => keys.join("")) };
}

test("keys requested in one turn share a load, and keys requested during a load share the next", async () => {
  const { loads, sent, keys } = heldLoads();
  const first = [loads.load("", ["a"]), loads.load("", ["b"]), loads.load("", ["a", "c"])];
  await turn();
  expect(keys()).toEqual(["abc"]);
  const later = [loads.load("", ["b"])];
  await turn();
  later.push(loads.load("", ["d"]));
  await turn();
  expect(keys()).toEqual(["abc"]);
  sent[0]?.finish();
  expect(await Promise.all(first)).toEqual(Array(3).fill(new Set("abc")));
  await turn();
  expect(keys()).toEqual(["abc", "bd"]);
  sent[1]?.finish();
  expect(await Promise.all(later)).toEqual(Array(2).fill(new Set("bd")));
});

test("as many loads run at a time as are allowed", async () => {
  const { loads, sent, keys } = heldLoads(2);
  const results: Promise<unknown>[] = [];
  for (const key of "abcd") {
    results.push(loads.load("", [key]));
    await turn();
  }
  expect(keys()).toEqual(["a", "b"]);
  sent[1]?.finish();
  await results[1];
  await turn();
  expect(keys()).toEqual(["a", "b", "cd"]);
  sent[0]?.finish();
  sent[2]?.finish();
  await Promise.all(results);
  void loads.load("", ["e"]);
  await turn();
  expect(keys()).toEqual(["a", "b", "cd", "e"]);
});

test("a failed load rejects for its callers only, and the next load runs", async () => {
  let fails = true;
  const find = batchLoader(async (keys: string[]) => {
    if (!fails) return new Map(keys.map((key) => [key, true]));
    fails = false;
    throw new Error("connection lost");
  });
  const first = Promise.allSettled([find("a")]);
  await turn();
  const outcomes = [...(await first), ...(await Promise.allSettled([find("b")]))];
  expect(outcomes.map((outcome) => outcome.status)).toEqual(["rejected", "fulfilled"]);
  expect(await find("unknown-but-loaded")).toBe(true);
});

test("no result is older than its request, in any order of events", async () => {
  const maxRunning = fc.integer({ min: 1, max: 3 });
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      fc.integer({ min: 1, max: 12 }),
      maxRunning,
      async (scheduler, questions, max) => {
        // The value only increases. A load reads it after sending its statement and before receiving the result.
        let truth = 0;
        const find = batchLoader(async (keys: string[]) => {
          await scheduler.schedule(Promise.resolve(), "sent");
          const seen = truth;
          await scheduler.schedule(Promise.resolve(), "answered");
          return new Map(keys.map((key) => [key, seen]));
        }, max);
        const asked: Promise<void>[] = [];
        let answered = 0;
        const ask = async (index: number) => {
          truth++;
          const atAsking = truth;
          const seen = await find(`key ${index % 3}`);
          expect(seen).toBeGreaterThanOrEqual(atAsking);
          answered++;
        };
        scheduler.scheduleSequence(
          Array.from({ length: questions }, (_, index) => ({
            label: `question ${index}`,
            builder: async () => {
              asked.push(ask(index));
              // Two questions share a turn.
              if (index % 2 === 1) await turn();
            },
          })),
        );
        while (answered < questions) {
          await Promise.race([scheduler.waitIdle(), ...asked]);
          await turn();
        }
        await Promise.all(asked);
      },
    ),
  );
});

test("a load of one group does not wait for the loads of another", async () => {
  const { loads, sent } = heldLoads();
  void loads.load("first", ["a"]);
  await turn();
  const other = loads.load("second", ["b", "c"]);
  const later = loads.load("first", ["d"]);
  await turn();
  expect(sent.map(({ group, keys }) => [group, ...keys])).toEqual([
    ["first", "a"],
    ["second", "b", "c"],
  ]);
  sent[1]?.finish();
  expect(await other).toEqual(new Set("bc"));
  await turn();
  expect(sent).toHaveLength(2);
  sent[0]?.finish();
  await expect.poll(() => sent.length).toBe(3);
  sent[2]?.finish();
  expect(await later).toEqual(new Set("d"));
});

test("many requests are divided into several loads", async () => {
  const { loads, sent } = heldLoads();
  const all = Array.from({ length: 251 }, (_, key) => loads.load("", [`${key}`]));
  for (let index = 0; index < 3; index++) {
    await expect.poll(() => sent.length).toBe(index + 1);
    sent[index]?.finish();
  }
  expect(sent.map(({ keys }) => keys.length)).toEqual([100, 100, 51]);
  const loaded = await Promise.all(all);
  expect(loaded.every((keys, key) => keys.has(`${key}`))).toBe(true);
});
