import { appointmentOfToken } from "./manageToken.ts";
import { entryOfToken } from "./waitlistToken.ts";

/** Returns the business of a link to an appointment or a waitlist entry; undefined for any other text. */
export function businessOfToken(secret: string, token: string): string | undefined {
  return (appointmentOfToken(secret, token) ?? entryOfToken(secret, token))?.businessId;
}
