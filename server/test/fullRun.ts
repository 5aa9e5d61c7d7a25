/** Whether `npm run test:full` started this run: tests then use their full number of operations, which takes many minutes. */
export const isFullRun = process.env.DAYBOOK_TEST_FULL === "1";

/** Returns how often a test repeats its operations: `full` times in a full run, a tenth of that in `npm test`. */
export function rounds(full: number): number {
  return isFullRun ? full : Math.ceil(full / 10);
}
