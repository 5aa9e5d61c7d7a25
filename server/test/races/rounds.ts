/**
 * How often a race is run. All of the numbers with `RACES=full`; a tenth of them otherwise, so that the suite stays
 * short enough to be run before every commit.
 */
export function rounds(full: number): number {
  return process.env.RACES === "full" ? full : Math.ceil(full / 10);
}
