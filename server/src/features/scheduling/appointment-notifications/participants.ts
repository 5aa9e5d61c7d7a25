import { addressOf } from "../../../platform/email/index.ts";
import type { NotifiableAppointment } from "./store.ts";

/** Organizer and attendee, as a calendar entry names them. */
export interface Participants {
  readonly client: { readonly name: string; readonly email: string };
  readonly organizer: { readonly name: string; readonly email: string };
}

/**
 * The organizer is the business at the address of the location; without one, at `mailFrom`: `Name <address>` or an address.
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

export function clientName({ first_name, last_name }: NotifiableAppointment): string {
  return oneLine([first_name, last_name].filter((name) => name !== null).join(" "));
}

/** An address on one line, with the postal code where the country writes it. */
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
 * User input for a single line: line breaks, control and private-use characters become spaces, so that a name cannot add a line to an
 * e-mail or a field to a calendar entry.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Co}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
