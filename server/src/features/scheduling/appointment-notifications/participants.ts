import type { NotifiableAppointment } from "./store.ts";

/** Who writes and who is written to, as a calendar entry names them. */
export interface Participants {
  readonly client: { readonly name: string; readonly email: string };
  readonly organizer: { readonly name: string; readonly email: string };
}

/** The organizer is the place; where it has no address of its own, `mailFrom`: `Name <address>` or an address. */
export function participantsOf(visit: NotifiableAppointment, email: string, mailFrom: string): Participants {
  const sender = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom;
  return {
    client: { name: clientName(visit), email },
    organizer: { name: oneLine(visit.business_name), email: visit.place_email ?? sender },
  };
}

export function clientName({ first_name, last_name }: NotifiableAppointment): string {
  return oneLine([first_name, last_name].filter((name) => name !== null).join(" "));
}

/** Where it is, on one line, the postal code where the country writes it. */
export function addressLine(address: NotifiableAppointment["address"]): string {
  const { line1, line2, city, region, postal_code, country } = address;
  const town = CODE_BEHIND_THE_TOWN.has(country)
    ? [city, [region, postal_code]]
    : [[postal_code, city], region];
  const parts = [line1, line2, ...town].map((part) =>
    Array.isArray(part) ? part.filter(Boolean).join(" ") : part,
  );
  return oneLine(parts.filter(Boolean).join(", "));
}

const CODE_BEHIND_THE_TOWN = new Set(["AU", "CA", "GB", "IE", "NZ", "US"]);

/**
 * Text that somebody typed, where it stands on a line of ours: line breaks and other control characters become spaces,
 * so that nobody's name adds a line to a letter, or a field to a calendar entry.
 */
export function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
