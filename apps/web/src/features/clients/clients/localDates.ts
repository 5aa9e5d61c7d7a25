import { dateOf, dayAt, zoneNamed } from "@daybook/engine";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats } from "../../../base/language.tsx";

/** The date in the business's zone of a date-time, `YYYY-MM-DD`. */
export function dateIn(timeZone: string, at: string | number): string {
  const instant = typeof at === "number" ? at : Date.parse(at);
  return dateOf(dayAt(zoneNamed(timeZone), instant));
}

/** Writes a date-time as its date in the business's zone: `01/03/2027`. */
export function useShortDate(): (at: string) => string {
  const formats = useFormats();
  const { record } = useBusiness();
  return (at) => formats.shortDate(dateIn(record.time_zone, at));
}
