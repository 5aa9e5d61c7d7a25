/**
 * Returns the number of generated cases for a property test: `full` in `npm run test:full`, otherwise a third of it.
 */
export function runs(full: number): number {
  return process.env.DAYBOOK_TEST_FULL === "1" ? full : Math.ceil(full / 3);
}
