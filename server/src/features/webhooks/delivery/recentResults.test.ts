import { expect, test } from "vitest";
import { recentResults } from "./recentResults.ts";

test("the latest results are computed once, older ones again, and errors are not remembered", () => {
  const computed: string[] = [];
  const capital = recentResults(2, (key) => {
    computed.push(key);
    if (computed.length === 1) throw new Error("not yet");
    return key.toUpperCase();
  });
  expect(() => capital("a")).toThrow("not yet");
  expect(["a", "a", "b", "a", "c", "b", "a"].map(capital)).toEqual(["A", "A", "B", "A", "C", "B", "A"]);
  expect(computed).toEqual(["a", "a", "b", "c", "a"]);
});
