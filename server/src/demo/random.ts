import { hash } from "node:crypto";

/** A seeded random number generator, so that every load draws the same numbers. */
export type Random = ReturnType<typeof seededRandom>;

/**
 * Returns the generator for a name. Each name has its own sequence, so an additional draw for one purpose does not change the
 * draws for other purposes.
 */
export function seededRandom(name: string) {
  let count = 0;
  /** Draws a number from 0 (inclusive) to 1 (exclusive). */
  const next = () => hash("sha1", `${name} ${count++}`, "buffer").readUInt32BE() / 2 ** 32;
  /** Returns an element of the list with a probability proportional to its weight. */
  const weighted = <T>(list: readonly T[], weightOf: (element: T) => number): T => {
    let left = next() * list.reduce((sum, element) => sum + weightOf(element), 0);
    for (const element of list) {
      left -= weightOf(element);
      if (left < 0) return element;
    }
    throw new RangeError(`The list to draw from is empty (${name}).`);
  };
  return {
    /** Returns true with this probability, 0…1. */
    happens: (probability: number) => next() < probability,
    /** Returns an integer between `min` and `max`, both inclusive. */
    whole: (min: number, max: number) => min + Math.floor(next() * (max - min + 1)),
    oneOf: <T>(list: readonly T[]): T => weighted(list, () => 1),
    weighted,
  };
}
