import { appointmentOfToken } from "./manageToken.ts";
import { entryOfToken } from "./waitlistToken.ts";

/** Returns the business of an appointment or waitlist link; undefined for an invalid token. */
export function businessOfToken(secret: string, token: string): string | undefined {
  return (appointmentOfToken(secret, token) ?? entryOfToken(secret, token))?.businessId;
}
