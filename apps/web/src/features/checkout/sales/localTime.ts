import { DAY, dayAt, localOf, zoneNamed } from "@daybook/engine";

/** The local date (`YYYY-MM-DD`) and minutes since midnight of an instant at a location. */
export function localTimeOf(timeZone: string, instant: string): { date: string; minutes: number } {
  const zone = zoneNamed(timeZone);
  const at = Date.parse(instant);
  const date = new Date(dayAt(zone, at) * DAY).toISOString().slice(0, 10);
  return { date, minutes: localOf(zone, at).minute };
}
