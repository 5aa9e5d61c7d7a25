import { readFileSync } from "node:fs";
import moment from "moment-timezone/moment-timezone-utils.js";
import type { Plugin } from "vite";

const DATA_FILE = /moment-timezone\/data\/packed\/latest\.json$/;
/** The first and last year, both inclusive, for which the app contains changes of UTC offsets. */
export const FIRST_YEAR = 2000;
export const LAST_YEAR = 2099;

interface ZoneData {
  readonly version: string;
  readonly zones: readonly string[];
  readonly links: readonly string[];
}

/**
 * Returns a Vite plugin that limits the browser's time zone data to the years from `FIRST_YEAR` to `LAST_YEAR`. The complete data, which
 * the server uses, lists changes up to the year 2499 and is three times as large after compression.
 */
export function zoneData(): Plugin {
  return {
    name: "daybook:zone-data",
    apply: "build",
    enforce: "pre",
    load(id) {
      if (!DATA_FILE.test(id)) return null;
      return JSON.stringify(shortened(JSON.parse(readFileSync(id, "utf8")) as ZoneData));
    },
  };
}

/** Returns the packed data without countries and without changes before `FIRST_YEAR` or after `LAST_YEAR`. */
export function shortened({ version, zones, links }: ZoneData): ZoneData {
  const { pack, unpack, filterYears } = moment.tz;
  return {
    version,
    zones: zones.map((zone) => pack(filterYears(unpack(zone), FIRST_YEAR, LAST_YEAR))),
    links,
  };
}
