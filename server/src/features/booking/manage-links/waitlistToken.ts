import { type LinkedRecord, linkToken, recordOfToken } from "./linkToken.ts";

const PURPOSE = "waitlist links";

/** Returns the waitlist entry of a link's token; undefined for an invalid token. */
export function entryOfToken(secret: string, token: string): LinkedRecord | undefined {
  return recordOfToken(secret, PURPOSE, token);
}

/** Returns the URL of a waitlist entry's page. `address` is the base URL of the installation. */
export function waitlistUrl(address: string, secret: string, entry: LinkedRecord): string {
  return `${address}/w/${linkToken(secret, PURPOSE, entry)}`;
}
