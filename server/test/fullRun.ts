/** Whether `npm run test:full` started this run. Tests then run their full number of operations, which takes many minutes. */
export const isFullRun = process.env.DAYBOOK_TEST_FULL === "1";

/** Returns the number of operations of a test: `full` in a full run, a tenth of `full` in `npm test`. */
export function rounds(full: number): number {
  return isFullRun ? full : Math.ceil(full / 10);
}
