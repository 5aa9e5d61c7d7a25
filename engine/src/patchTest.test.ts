import { describe, expect, it } from "vitest";
import { zoneCases } from "../cases/cases.ts";
import { patchTestWindow, type StartWindow } from "./patchTest.ts";
import { localText, utcText } from "./wallclock.ts";
import { findZone, type Zone } from "./zones.ts";

describe("a patch test", () => {
  it.each(zoneCases("patch_test"))("$id", ({ zone: name, given, expect: expected }) => {
    const zone = zoneNamed(name);
    expect(textsOf(zone, patchTestWindow(zone, given.patch_test_at))).toEqual(expected);
  });

  it("refuses what is no date", () => {
    expect(() => patchTestWindow(zoneNamed("Etc/UTC"), "2027-02-29")).toThrow(RangeError);
  });
});

function textsOf(zone: Zone, { fromAt, untilAt }: StartWindow) {
  return {
    earliest_utc: utcText(fromAt),
    earliest_local: localText(zone, fromAt),
    latest_exclusive_utc: utcText(untilAt),
    latest_exclusive_local: localText(zone, untilAt),
  };
}

function zoneNamed(name: string): Zone {
  const zone = findZone(name);
  if (zone === undefined) throw new Error(`no zone ${name}`);
  return zone;
}
