import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import moment from "moment-timezone/moment-timezone-utils.js";
import { expect, test } from "vitest";
import { FIRST_YEAR, LAST_YEAR, shortened } from "./zoneData.ts";

const file = createRequire(import.meta.url).resolve("moment-timezone/data/packed/latest.json");
const complete = JSON.parse(readFileSync(file, "utf8")) as Parameters<typeof shortened>[0];

test("the shortened data gives every zone the same offsets from its first to its last year", () => {
  const { unpack } = moment.tz;
  const short = shortened(complete);
  expect(short.links).toEqual(complete.links);
  expect(short.zones.length).toBe(complete.zones.length);
  const begin = Date.UTC(FIRST_YEAR, 0, 2);
  const end = Date.UTC(LAST_YEAR, 11, 30);
  for (const [index, packed] of complete.zones.entries()) {
    const expected = unpack(packed);
    const found = unpack(short.zones[index] ?? "");
    const instants = expected.untils.filter((until) => until > begin && until < end);
    for (const at of [begin, end, ...instants.flatMap((until) => [until - 1, until])])
      if (offsetAt(found, at) !== offsetAt(expected, at))
        expect.fail(`${expected.name} at ${new Date(at).toISOString()}`);
  }
});

/** Returns the UTC offset at an instant, in minutes west of UTC. */
function offsetAt(
  { untils, offsets }: { untils: readonly number[]; offsets: readonly number[] },
  at: number,
) {
  return offsets[untils.findIndex((until) => at < until)];
}
