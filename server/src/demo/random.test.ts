import { expect, test } from "vitest";
import { seededRandom } from "./random.ts";

const tenDrawsOf = (name: string) => {
  const random = seededRandom(name);
  return Array.from({ length: 10 }, () => random.whole(1, 6));
};

test("a name always draws the same numbers, another name draws others", () => {
  expect(tenDrawsOf("salon")).toEqual([6, 6, 3, 1, 3, 3, 3, 5, 1, 1]);
  expect(tenDrawsOf("people")).not.toEqual(tenDrawsOf("salon"));
});

test("elements are drawn in proportion to their weights", () => {
  const random = seededRandom("faces");
  const faces = Array.from({ length: 10_000 }, () =>
    random.weighted(["rare", "often"], (face) => (face === "rare" ? 1 : 3)),
  );
  const rare = faces.filter((face) => face === "rare").length;
  expect(rare).toBeGreaterThan(2300);
  expect(rare).toBeLessThan(2700);
});
