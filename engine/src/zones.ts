import tz from "moment-timezone/data/packed/latest.json" with { type: "json" };

/**
 * A time zone as its history of UTC offsets. `offsets[i]` applies from `changesAt[i - 1]` (inclusive) until `changesAt[i]`
 * (exclusive), so there is one offset more than there are changes.
 */
export interface Zone {
  /** The requested name, which may be the name of a link. Records show it as `time_zone`. */
  readonly name: string;
  /** The instants (ms since the epoch) at which the offset changes, ascending. Omits changes of only the abbreviation. */
  readonly changesAt: Float64Array;
  /** The offsets in minutes east of UTC, rounded to whole minutes: RFC 3339 cannot express the seconds of local mean time. */
  readonly offsets: Int16Array;
}

/** The release of the IANA data in use, such as `2026f`. The data lists every change up to the year 2499. */
export const tzVersion: string = tz.version;

/**
 * Returns the zone with an IANA name; undefined when there is none. Names are case-sensitive, as IANA writes them; old names
 * (`US/Eastern`) are links and are accepted. A zone is unpacked on first use and cached, so every later lookup is one map
 * read.
 */
export function findZone(name: string): Zone | undefined {
  const known = unpacked.get(name);
  if (known !== undefined) return known;
  const packed = packedZones.get(targetOfLink.get(name) ?? name);
  if (packed === undefined) return undefined;
  const zone = unpackZone(name, packed);
  unpacked.set(name, zone);
  return zone;
}

/** Returns the zone with a name that was validated when it was stored. Throws a RangeError for an unknown name. */
export function zoneNamed(name: string): Zone {
  const zone = findZone(name);
  if (zone === undefined) throw new RangeError(`${name} is not a time zone in the tz data ${tzVersion}.`);
  return zone;
}

/** Returns every name that `findZone` accepts, including links, in alphabetical order. */
export function zoneNames(): string[] {
  return [...packedZones.keys(), ...targetOfLink.keys()].sort();
}

/** Returns the offset at an instant, in minutes east of UTC. */
export function offsetMinutesAt(zone: Zone, at: number): number {
  return zone.offsets[offsetIndexAt(zone, at)] as number;
}

/** Returns the first instant after `at` at which the offset changes; Infinity when it never changes again. */
export function nextChangeAfter(zone: Zone, at: number): number {
  return zone.changesAt[offsetIndexAt(zone, at)] ?? Number.POSITIVE_INFINITY;
}

/** Returns the index into `offsets` of the offset at an instant, which is the number of changes at or before it. */
export function offsetIndexAt(zone: Zone, at: number): number {
  const { changesAt } = zone;
  let low = 0;
  let high = changesAt.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changesAt[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const unpacked = new Map<string, Zone>();
const packedZones = new Map(tz.zones.map((packed) => [packed.slice(0, packed.indexOf("|")), packed]));
/** The zone name for each link. The data writes a link as `target|link`. */
const targetOfLink = new Map(tz.links.map((link) => link.split("|").reverse() as [string, string]));

/**
 * Parses `name|abbreviations|offsets|offset indexes|minutes between changes|population`. Numbers are in base 60; offsets count
 * minutes west; the first change counts from the epoch and each further one from the previous change.
 */
function unpackZone(name: string, packed: string): Zone {
  const [, , offsetTexts = "", order = "", gapTexts = ""] = packed.split("|");
  const offsetsEast = offsetTexts.split(" ").map((text) => Math.round(-fromBase60(text)));
  const changesAt: number[] = [];
  const offsets: number[] = [];
  const gaps = gapTexts.split(" ");
  let changeAt = 0;
  for (let i = 0; i < order.length; i++) {
    const offset = offsetsEast[base60Digit(order.charCodeAt(i))] ?? 0;
    if (i > 0) changeAt = Math.round(changeAt + fromBase60(gaps[i - 1] ?? "") * MINUTE);
    if (i > 0 && offset === offsets.at(-1)) continue;
    if (i > 0) changesAt.push(changeAt);
    offsets.push(offset);
  }
  return { name, changesAt: Float64Array.from(changesAt), offsets: Int16Array.from(offsets) };
}

const MINUTE = 60_000;

function fromBase60(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const [whole = "", fraction = ""] = text.slice(sign < 0 ? 1 : 0).split(".");
  let number = 0;
  for (let i = 0; i < whole.length; i++) number = number * 60 + base60Digit(whole.charCodeAt(i));
  let worth = 1;
  for (let i = 0; i < fraction.length; i++) {
    worth /= 60;
    number += base60Digit(fraction.charCodeAt(i)) * worth;
  }
  return sign * number;
}

/** Returns the value of a digit: 0–9, a–z for 10–35, A–X for 36–59. */
function base60Digit(charCode: number): number {
  if (charCode > 96) return charCode - 87;
  if (charCode > 64) return charCode - 29;
  return charCode - 48;
}
