/** Returns the number of cases for the check of a property: `full` in a full run (`npm run test:full`), otherwise a third. */
export function runs(full: number): number {
  return process.env.DAYBOOK_TEST_FULL === "1" ? full : Math.ceil(full / 3);
}
