/** Median times of one call, in microseconds. */
export interface Times {
  readonly oursMicros: number;
  readonly referenceMicros: number;
}

/**
 * Times two pieces of work against each other: rounds of one and the other by turns, so that a machine that is busy
 * with something else slows both. Each round repeats its work for a few milliseconds; the medians of the rounds count.
 */
export function timeAlternately(ours: () => unknown, reference: () => unknown, rounds = 41): Times {
  const repeats = [repeatsFor(ours), repeatsFor(reference)] as const;
  const oursMicros: number[] = [];
  const referenceMicros: number[] = [];
  for (let round = 0; round < rounds; round++) {
    oursMicros.push(microsOf(ours, repeats[0]));
    referenceMicros.push(microsOf(reference, repeats[1]));
  }
  return { oursMicros: median(oursMicros), referenceMicros: median(referenceMicros) };
}

/** The middle of the numbers, of an even count the upper one. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

const ROUND_MICROS = 20_000;

/** How often work fits into a round, found while it is warmed up. */
function repeatsFor(work: () => unknown): number {
  microsOf(work, 200);
  const micros = microsOf(work, 500);
  return Math.max(1, Math.round(ROUND_MICROS / micros));
}

/** What the last round answered is kept, so that no work can be left out as useless. */
const kept: { answer?: unknown } = {};

function microsOf(work: () => unknown, repeats: number): number {
  const began = performance.now();
  for (let i = 0; i < repeats; i++) kept.answer = work();
  return ((performance.now() - began) * 1000) / repeats;
}
