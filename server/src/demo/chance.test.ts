import { expect, test } from "vitest";
import { chanceOf } from "./chance.ts";

const tenThrowsOf = (name: string) => {
  const chance = chanceOf(name);
  return Array.from({ length: 10 }, () => chance.whole(1, 6));
};

test("the dice of one name fall the same way on every machine", () => {
  expect(tenThrowsOf("salon")).toEqual([2, 5, 6, 2, 3, 2, 5, 4, 6, 3]);
  expect(tenThrowsOf("people")).not.toEqual(tenThrowsOf("salon"));
});

test("every face comes up about as often as its weight says", () => {
  const chance = chanceOf("faces");
  const faces = Array.from({ length: 10_000 }, () =>
    chance.weighted(["rare", "often"], (face) => (face === "rare" ? 1 : 3)),
  );
  const rare = faces.filter((face) => face === "rare").length;
  expect(rare).toBeGreaterThan(2300);
  expect(rare).toBeLessThan(2700);
});
