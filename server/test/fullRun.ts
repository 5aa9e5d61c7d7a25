/** Whether `npm run test:full` started this run: tests then use their full numbers, which take many minutes. */
export const isFullRun = process.env.DAYBOOK_TEST_FULL === "1";

/** How often a test repeats its operations: `full` times in a full run, a tenth as often in `npm test`. */
export function rounds(full: number): number {
  return isFullRun ? full : Math.ceil(full / 10);
}
