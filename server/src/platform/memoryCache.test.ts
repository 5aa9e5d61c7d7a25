import fc from "fast-check";
import { expect, test } from "vitest";
import { CacheMemory } from "./memoryCache.ts";

const KB = 1024;

test("a new value evicts the least recently used values of all caches of the memory", () => {
  const memory = new CacheMemory(20 * KB);
  const [letters, digits] = [memory.open<string>(), memory.open<string>()];
  for (const key of ["a", "b", "c", "d"]) letters.set(key, key, 2 * KB);
  for (const key of ["1", "2", "3", "4"]) digits.set(key, key, 2 * KB);
  expect(letters.get("a")).toBe("a");
  for (const key of ["5", "6", "7"]) digits.set(key, key, 2 * KB);
  expect(["a", "b", "c", "d"].map((key) => letters.get(key))).toEqual(["a", undefined, undefined, "d"]);
  expect(["1", "2", "7"].map((key) => digits.get(key))).toEqual(["1", "2", "7"]);
});

test("a value larger than an eighth of the memory is not stored and evicts none, but replaces its predecessor", () => {
  const memory = new CacheMemory(16 * KB);
  const cache = memory.open<string>();
  cache.set("small", "old", KB);
  cache.set("other", "kept", KB);
  cache.set("small", "new and large", 3 * KB);
  expect([cache.get("small"), cache.get("other")]).toEqual([undefined, "kept"]);
});

test("a lower limit evicts immediately", () => {
  const memory = new CacheMemory(100 * KB);
  const cache = memory.open<number>();
  for (let index = 0; index < 20; index++) cache.set(`${index}`, index, 4 * KB);
  memory.limit(40 * KB);
  expect(memory.bytes).toBeLessThanOrEqual(40 * KB);
  expect([cache.get("0"), cache.get("19")]).toEqual([undefined, 19]);
});

test("the sizes of the stored values never exceed the limit, and each value is the last one stored under its key", () => {
  const step = fc.record({
    cache: fc.nat(1),
    key: fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h"),
    size: fc.nat(3_000),
    does: fc.constantFrom("set", "set", "get", "delete"),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const memory = new CacheMemory(12 * KB);
      const caches = [memory.open<number>(), memory.open<number>()];
      const last = new Map<string, { value: number; size: number }>();
      steps.forEach(({ cache: number, key, size, does }, value) => {
        const cache = caches[number];
        if (does === "get") cache?.get(key);
        else if (does === "delete") cache?.delete(key);
        else cache?.set(key, value, size);
        if (does !== "get") last.delete(`${number} ${key}`);
        if (does === "set") last.set(`${number} ${key}`, { value, size });
        expect(memory.bytes).toBeLessThanOrEqual(memory.maxBytes);
      });
      let bytes = 0;
      for (const number of [0, 1]) {
        for (const key of "abcdefgh") {
          const found = caches[number]?.get(key);
          if (found === undefined) continue;
          const expected = last.get(`${number} ${key}`);
          expect(found).toBe(expected?.value);
          bytes += expected?.size ?? 0;
        }
      }
      expect(bytes).toBeLessThanOrEqual(memory.bytes);
    }),
  );
});
