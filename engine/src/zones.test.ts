import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findZone,
  nextChangeAfter,
  offsetMinutesAt,
  tzVersion,
  type Zone,
  zoneNamed,
  zoneNames,
} from "./zones.ts";

const at = Date.parse;

describe("zones", () => {
  it("name their release and contain the changes of 2026", () => {
    expect(tzVersion).toMatch(/^20\d\d[a-z]$/);
    expect(tzVersion >= "2026c").toBe(true);
    expect(offsetMinutesAt(zoneNamed("Africa/Casablanca"), at("2026-09-21T09:00:00Z"))).toBe(0);
    expect(offsetMinutesAt(zoneNamed("America/Vancouver"), at("2026-12-15T12:00:00Z"))).toBe(-420);
    expect(offsetMinutesAt(zoneNamed("America/Edmonton"), at("2026-12-15T12:00:00Z"))).toBe(-360);
  });

  it("resolve old names, with the case that IANA uses", () => {
    const eastern = zoneNamed("US/Eastern");
    expect(eastern.name).toBe("US/Eastern");
    expect(eastern.changesAt).toEqual(zoneNamed("America/New_York").changesAt);
    expect(findZone("US/Eastern")).toBe(eastern);
    for (const name of ["europe/berlin", "Berlin", "", "constructor", "Europe/Berlin ", "+02:00"]) {
      expect(findZone(name)).toBeUndefined();
    }
  });

  it("have ascending changes that each change the offset", () => {
    expect(zoneNames().length).toBeGreaterThan(590);
    for (const zone of zoneNames().map(zoneNamed)) {
      expect(zone.offsets.length).toBe(zone.changesAt.length + 1);
      expect(zone.changesAt.every((changeAt, i, all) => i === 0 || changeAt > (all[i - 1] ?? 0))).toBe(true);
      expect(zone.offsets.every((offset, i, all) => offset !== all[i + 1])).toBe(true);
      expect(zone.offsets.every((offset) => Math.abs(offset) < 16 * 60)).toBe(true);
    }
  });

  it("have changes through the year 2200 where they have some in 2036: the data does not stop in 2037", () => {
    const stillChanging = zoneNames()
      .map(zoneNamed)
      .filter((zone) => changesInYear(zone, 2036) > 0);
    expect(stillChanging.length).toBeGreaterThan(100);
    const stopping = stillChanging.filter((zone) =>
      [2037, 2038, 2100, 2200].some((year) => changesInYear(zone, year) < 2),
    );
    expect(stopping.map((zone) => zone.name)).toEqual([]);
  });

  it.each([
    ["Europe/Berlin", "2050-03-27T01:00:00Z", 60, 120],
    ["Europe/Berlin", "2200-10-26T01:00:00Z", 120, 60],
    ["America/New_York", "2100-11-07T06:00:00Z", -240, -300],
    ["Australia/Lord_Howe", "2027-04-03T15:00:00Z", 660, 630],
    ["Pacific/Apia", "2011-12-30T10:00:00Z", -600, 840],
    ["Asia/Kathmandu", "1985-12-31T18:30:00Z", 330, 345],
  ])("%s changes at %s", (name, text, before, after) => {
    const zone = zoneNamed(name);
    const changeAt = at(text);
    expect([offsetMinutesAt(zone, changeAt - 1), offsetMinutesAt(zone, changeAt)]).toEqual([before, after]);
    expect(nextChangeAfter(zone, changeAt - 1)).toBe(changeAt);
    expect(nextChangeAfter(zone, changeAt)).toBeGreaterThan(changeAt);
  });

  it("round local mean time to whole minutes", () => {
    expect(offsetMinutesAt(zoneNamed("Europe/Amsterdam"), at("1800-01-01T00:00:00Z"))).toBe(18);
    expect(offsetMinutesAt(zoneNamed("America/New_York"), at("1800-01-01T00:00:00Z"))).toBe(-296);
  });

  it("have no next change after the last one", () => {
    expect(nextChangeAfter(zoneNamed("Etc/UTC"), 0)).toBe(Number.POSITIVE_INFINITY);
    expect(nextChangeAfter(zoneNamed("America/Sao_Paulo"), at("2027-01-01T00:00:00Z"))).toBe(
      Number.POSITIVE_INFINITY,
    );
  });

  it("agree with a linear search for the offset", () => {
    const instant = fc.integer({ min: at("1850-01-01T00:00:00Z"), max: at("2201-01-01T00:00:00Z") });
    fc.assert(
      fc.property(fc.constantFrom(...zoneNames()), instant, (name, when) => {
        const zone = zoneNamed(name);
        const passed = zone.changesAt.filter((changeAt) => changeAt <= when).length;
        expect(offsetMinutesAt(zone, when)).toBe(zone.offsets[passed]);
        expect(nextChangeAfter(zone, when)).toBe(zone.changesAt[passed] ?? Number.POSITIVE_INFINITY);
      }),
    );
  });
});

function changesInYear(zone: Zone, year: number): number {
  return zone.changesAt.filter((changeAt) => new Date(changeAt).getUTCFullYear() === year).length;
}
