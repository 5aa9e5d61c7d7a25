/** Median CPU times of one call, in microseconds. */
export interface Times {
  readonly measuredMicros: number;
  readonly referenceMicros: number;
}

/**
 * Measures the CPU time of two functions in alternating rounds, so that other load on the machine affects both. The CPU time
 * includes all threads of the process, for example those of the garbage collector. A round calls its function repeatedly for
 * about 20 milliseconds. Returns the median of the rounds.
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

/** The CPU time after which V8 has fully optimized a function, as on a server that has run for a while. */
const WARM_UP_MICROS = 400_000;

/** Returns the number of calls that fill a round. Also warms the function up. */
function repeatsFor(work: () => unknown): number {
  let micros = 0;
  for (let used = 0; used < WARM_UP_MICROS; used += micros * 200) micros = microsOf(work, 200);
  return Math.max(1, Math.round(ROUND_MICROS / micros));
}

/** Stores the last result of a measured function, so that the compiler cannot remove the work as unused. */
const sink: { answer?: unknown } = {};

function microsOf(work: () => unknown, repeats: number): number {
  const began = process.cpuUsage();
  for (let i = 0; i < repeats; i++) sink.answer = work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / repeats;
}
