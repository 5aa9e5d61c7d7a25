import { type CountryCode, parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { Visit } from "./visit.ts";

/** Converts a phone number, as typed in the location's country, to E.164. Returns undefined if the number is invalid. */
export function phoneOf({ location }: Visit, typed: string): string | undefined {
  const parsed = parsePhoneNumberFromString(typed, location.address.country as CountryCode);
  return parsed?.isValid() ? parsed.number : undefined;
}

/** Whether the contact step asks for a phone number: the business sends codes by phone and the visitor has chosen this channel. */
export function asksForPhone({ business, request, progress }: Visit): boolean {
  if (!business.codes_by_phone) return false;
  const chosen = (request.method === "POST" ? request.form : request.query).get("by");
  return (chosen ?? progress.channel) === "phone";
}
