/** Median times of one call, in microseconds. */
export interface Times {
  readonly measuredMicros: number;
  readonly referenceMicros: number;
}

/**
 * Times two functions in alternating rounds, so that other load on the machine slows both. A round calls its function
 * for about 20 milliseconds. Returns the median of the rounds.
 */
export function timeAlternately(measured: () => unknown, reference: () => unknown, rounds = 41): Times {
  const repeats = [repeatsFor(measured), repeatsFor(reference)] as const;
  const measuredMicros: number[] = [];
  const referenceMicros: number[] = [];
  for (let round = 0; round < rounds; round++) {
    measuredMicros.push(microsOf(measured, repeats[0]));
    referenceMicros.push(microsOf(reference, repeats[1]));
  }
  return { measuredMicros: median(measuredMicros), referenceMicros: median(referenceMicros) };
}

/** Returns the median, or the upper of the two middle numbers for an even count. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

const ROUND_MICROS = 20_000;

/** Returns the number of calls that fill a round. Also warms the function up. */
function repeatsFor(work: () => unknown): number {
  microsOf(work, 200);
  const micros = microsOf(work, 500);
  return Math.max(1, Math.round(ROUND_MICROS / micros));
}

/** Stores the last result of a measured function, so that the compiler cannot remove the work as unused. */
const sink: { answer?: unknown } = {};

function microsOf(work: () => unknown, repeats: number): number {
  const began = performance.now();
  for (let i = 0; i < repeats; i++) sink.answer = work();
  return ((performance.now() - began) * 1000) / repeats;
}
