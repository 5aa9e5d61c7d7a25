/** A seeded random number generator, so that every load draws the same numbers. */
export interface Random {
  /** Returns true with this probability, 0…1. */
  happens(probability: number): boolean;
  /** Returns an integer between `min` and `max`, both inclusive. */
  whole(min: number, max: number): number;
  oneOf<T>(list: readonly T[]): T;
  /** Returns an element of the list with a probability proportional to its weight. */
  weighted<T>(list: readonly T[], weightOf: (element: T) => number): T;
}

/**
 * Returns the generator for a name. Each name has its own sequence, so an additional draw for one purpose does not change the
 * draws for others.
 */
export function seededRandom(name: string): Random {
  // The seed is the FNV-1a hash of the name.
  let state = 0x811c9dc5;
  for (let index = 0; index < name.length; index++)
    state = Math.imul(state ^ name.charCodeAt(index), 0x01000193);
  // Mulberry32: 0 ≤ n < 1.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const weighted = <T>(list: readonly T[], weightOf: (element: T) => number): T => {
    let left = next() * list.reduce((sum, element) => sum + weightOf(element), 0);
    for (const element of list) {
      left -= weightOf(element);
      if (left < 0) return element;
    }
    throw new RangeError(`The list to draw from is empty (${name}).`);
  };
  return {
    happens: (probability) => next() < probability,
    whole: (min, max) => min + Math.floor(next() * (max - min + 1)),
    oneOf: (list) => weighted(list, () => 1),
    weighted,
  };
}
