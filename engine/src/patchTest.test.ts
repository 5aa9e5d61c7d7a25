import { describe, expect, it } from "vitest";
import { zoneCases } from "../cases/cases.ts";
import { patchTestWindow, type StartWindow } from "./patchTest.ts";
import { localText, utcText } from "./wallclock.ts";
import { type Zone, zoneNamed } from "./zones.ts";

describe("patchTestWindow", () => {
  it.each(zoneCases("patch_test"))("$id", ({ zone: name, given, expect: expected }) => {
    const zone = zoneNamed(name);
    expect(textsOf(zone, patchTestWindow(zone, given.patch_test_at))).toEqual(expected);
  });

  it("throws a RangeError for an invalid date", () => {
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
