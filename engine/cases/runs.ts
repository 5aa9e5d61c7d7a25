/** Returns how many cases a property is checked with: `full` in a full run (`npm run test:full`), a third of them otherwise. */
export function runs(full: number): number {
  return process.env.DAYBOOK_TEST_FULL === "1" ? full : Math.ceil(full / 3);
}
