/** Dice that fall the same way every time: the demo salon is the same salon on every machine. */
export interface Chance {
  /** True in that share (0…1) of all asks. */
  happens(share: number): boolean;
  /** A whole number, both ends included. */
  whole(least: number, most: number): number;
  oneOf<T>(list: readonly T[]): T;
  /** One of the list, each as likely as its weight says. */
  weighted<T>(list: readonly T[], weightOf: (one: T) => number): T;
}

/** A sequence of its own for every name, so that what is drawn for one thing never shifts what is drawn for another. */
export function chanceOf(name: string): Chance {
  const next = mulberry32(seedOf(name));
  const whole = (least: number, most: number) => least + Math.floor(next() * (most - least + 1));
  const weighted = <T>(list: readonly T[], weightOf: (one: T) => number): T => {
    let left = next() * list.reduce((sum, one) => sum + weightOf(one), 0);
    for (const one of list) {
      left -= weightOf(one);
      if (left < 0) return one;
    }
    throw new RangeError(`There was nothing to choose from for ${name}.`);
  };
  return {
    happens: (share) => next() < share,
    whole,
    oneOf: (list) => weighted(list, () => 1),
    weighted,
  };
}

/** The well-known 32-bit generator: small, even enough for a salon's diary. Answers 0 ≤ n < 1. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** FNV-1a over the UTF-16 units. */
function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++)
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}
