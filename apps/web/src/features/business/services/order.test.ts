import { expect, test } from "vitest";
import { movedTo, positionsAfterMove } from "./order.ts";

const list = (...positions: number[]) =>
  positions.map((position, index) => ({ id: "abcdef"[index] ?? "", position }));

test("an item moves between neighbours that leave room, and only it is saved", () => {
  const moved = movedTo(list(1000, 2000, 3000), "c", 1);
  expect(moved.map(({ id }) => id)).toEqual(["a", "c", "b"]);
  expect(positionsAfterMove(moved, "c")).toEqual([{ id: "c", position: 1500 }]);
  expect(positionsAfterMove(movedTo(list(1000, 2000, 3000), "c", 0), "c")).toEqual([
    { id: "c", position: 500 },
  ]);
});

test("without room every position is written anew, also of lists that were never ordered", () => {
  for (const positions of [
    [1, 2, 3],
    [5, 5, 5],
    [1000, 1001, 4000],
  ]) {
    const moved = movedTo(list(...positions), "c", 1);
    const saved = new Map(positionsAfterMove(moved, "c").map(({ id, position }) => [id, position]));
    const after = moved.map(({ id, position }) => saved.get(id) ?? position);
    expect(after).toEqual([...new Set(after)].sort((one, other) => one - other));
  }
});
