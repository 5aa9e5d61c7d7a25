import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { addressOf } from "../../../platform/email/index.ts";
import type { NotifiableAppointment } from "./store.ts";

/** The organizer and attendee of a calendar entry. */
export interface Participants {
  readonly client: { readonly name: string; readonly email: string };
  readonly organizer: { readonly name: string; readonly email: string };
}

/**
 * Returns the organizer and attendee of a calendar entry. The organizer is the business with the e-mail address of the location
 * or, without one, the address in `mailFrom`: `Name <address>` or an address alone.
 */
export function participantsOf(
  appointment: NotifiableAppointment,
  email: string,
  mailFrom: string,
): Participants {
  return {
    client: { name: clientName(appointment), email },
    organizer: {
      name: oneLine(appointment.business_name),
      email: appointment.location_email ?? addressOf(mailFrom),
    },
  };
}

export function clientName({
  first_name,
  last_name,
}: Pick<NotifiableAppointment, "first_name" | "last_name">): string {
  return oneLine([first_name, last_name].filter((name) => name !== null).join(" "));
}

/** Formats an address on one line, with the postal code in the position that is usual in the country. */
export function addressLine(address: NotifiableAppointment["address"]): string {
  const { line1, line2, city, region, postal_code, country } = address;
  const town = CODE_AFTER_CITY.has(country) ? [city, [region, postal_code]] : [[postal_code, city], region];
  const parts = [line1, line2, ...town].map((part) =>
    Array.isArray(part) ? part.filter(Boolean).join(" ") : part,
  );
  return oneLine(parts.filter(Boolean).join(", "));
}

const CODE_AFTER_CITY = new Set(["AU", "CA", "GB", "IE", "NZ", "US"]);

/**
 * Converts user input to a single line: line breaks, control and private-use characters become spaces, so that a name cannot
 * add a line to an e-mail or a field to a calendar entry.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Co}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}

/** Formats a phone number for reading: `+49 30 12345678`. */
export function phoneText(phone: string): string {
  return parsePhoneNumberFromString(phone)?.formatInternational() ?? phone;
}
