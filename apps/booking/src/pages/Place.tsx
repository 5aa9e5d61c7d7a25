import { dateOf, dayAt, weekdayOf, zoneNamed } from "@daybook/engine";
import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { PublicLocation, Visit } from "../server/visit.ts";

/** Shows the address with a link to a map, the phone number, and today's opening hours. */
export function Place({ visit }: { readonly visit: Visit }) {
  const { location, t } = visit;
  return (
    <address class="place">
      <a href={mapUrl(location)} rel="noopener noreferrer" target="_blank">
        {addressText(location)}
      </a>
      {location.phone_e164 === null ? null : (
        <a href={`tel:${location.phone_e164}`}>{phoneText(location.phone_e164)}</a>
      )}
      <span>{hoursToday(visit) ?? t("closedToday")}</span>
    </address>
  );
}

/** Formats an E.164 phone number in the international format, such as `+49 30 23125001`. */
export function phoneText(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatInternational() ?? e164;
}

export function addressText({ address }: Pick<PublicLocation, "address">): string {
  const town = [address.postal_code, address.city].filter(Boolean).join(" ");
  return [address.line1, address.line2, town].filter(Boolean).join(", ");
}

/** Returns a link that searches for the address on OpenStreetMap. OpenStreetMap works without an account or cookies. */
export function mapUrl({ address }: Pick<PublicLocation, "address">): string {
  const { line1, postal_code, city, country } = address;
  const query = [line1, [postal_code, city].filter(Boolean).join(" "), country].filter(Boolean).join(", ");
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query })}`;
}

function hoursToday({ location, host, t, formats }: Visit): string | undefined {
  const day = dayAt(zoneNamed(location.time_zone), host.now);
  const exception = location.hour_exceptions.find(({ date }) => date === dateOf(day));
  const intervals =
    exception?.intervals ?? location.hours.filter((interval) => interval.weekday === weekdayOf(day));
  if (intervals.length === 0) return undefined;
  const clock = (text: string) => {
    const [hours = 0, minutes = 0] = text.split(":").map(Number);
    return formats.time((hours % 24) * 60 + minutes);
  };
  const hours = intervals.map((interval) => `${clock(interval.starts)}–${clock(interval.ends)}`).join(", ");
  return t("openToday", { hours });
}
