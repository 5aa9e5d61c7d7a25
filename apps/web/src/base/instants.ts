import { DAY, dayAt, instantOf, localOf, type Zone, zoneNamed } from "@daybook/engine";
import { useMemo } from "react";
import { useFormats } from "./language.tsx";

/** Returns the local date of an instant, as `YYYY-MM-DD`. */
export function localDate(zone: Zone, at: number): string {
  return new Date(dayAt(zone, at) * DAY).toISOString().slice(0, 10);
}

/** Converts a date-time to the local date (`YYYY-MM-DD`) and the minutes since midnight in a time zone. */
export function localTimeOf(timeZone: string, instant: string): { date: string; minutes: number } {
  const zone = zoneNamed(timeZone);
  const at = Date.parse(instant);
  return { date: localDate(zone, at), minutes: localOf(zone, at).minute };
}

/** Converts a local date and minutes since local midnight to an instant; undefined for an incomplete date. */
export function instantOfLocal(zone: Zone, date: string, minutes: number): number | undefined {
  const day = Date.parse(`${date}T00:00:00Z`) / DAY;
  return Number.isNaN(day) ? undefined : instantOf(zone, day, minutes);
}

/** Parses `HH:MM`, including times after 24:00, into minutes since midnight; undefined for incomplete text. */
export function minutesOfTime(time: string): number | undefined {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(time) ?? [];
  return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** Returns a function that formats an instant in a time zone as a numeric date with year and a time: `01/03/2027, 14:05`. */
export function useShortInstantText(zoneName: string): (instant: string) => string {
  const formats = useFormats();
  return (instant) => {
    const { date, minutes } = localTimeOf(zoneName, instant);
    return `${formats.shortDate(date)}, ${formats.time(minutes)}`;
  };
}

/** Returns a function that formats an instant in a time zone as weekday, date without year, and time: `Mon 1 Mar, 14:05`. */
export function useInstantText(zoneName: string): (instant: string) => string {
  const formats = useFormats();
  return useMemo(() => {
    return (instant) => {
      const { date, minutes } = localTimeOf(zoneName, instant);
      return `${formats.day(date)}, ${formats.time(minutes)}`;
    };
  }, [formats, zoneName]);
}
