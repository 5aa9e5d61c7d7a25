import { dateOf, dayAt, zoneNamed } from "@daybook/engine";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats } from "../../../base/language.tsx";

/** Returns the local date (`YYYY-MM-DD`) of a date-time in a time zone. */
export function dateIn(timeZone: string, at: string | number): string {
  const instant = typeof at === "number" ? at : Date.parse(at);
  return dateOf(dayAt(zoneNamed(timeZone), instant));
}

/** Returns a function that formats a date-time as a date in the business's time zone: `01/03/2027`. */
export function useShortDate(): (at: string) => string {
  const formats = useFormats();
  const { record } = useBusiness();
  return (at) => formats.shortDate(dateIn(record.time_zone, at));
}
