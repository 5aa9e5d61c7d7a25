import { isIP } from "node:net";
import { availableParallelism } from "node:os";

/** The proxies whose forwarding headers are trusted: no proxies, all proxies, the nearest n, or proxies with these addresses. */
export type TrustProxy = boolean | number | readonly string[];

/**
 * Parses `1`, `true`, `0` or `false`. Like every parser in this file, throws an `Error` whose message completes a sentence that begins
 * with the setting's name.
 */
export function readFlag(text: string): boolean {
  if (text === "1" || text === "true") return true;
  if (text === "0" || text === "false") return false;
  throw new Error(`must be 1, true, 0 or false, not "${text}"`);
}

/** Parses an integer from `min` to `max`, both inclusive. */
export function readWholeNumber(text: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new Error(`must be a whole number from ${min} to ${max}, not "${text}"`);
}

/** Parses a port number. 0 lets the operating system choose a free port. */
export function readPort(text: string): number {
  return readWholeNumber(text, 0, 65_535);
}

/** Parses the number of web processes. `auto` means one for each CPU core that this process may use. */
export function readProcesses(text: string): number {
  if (text === "auto") return availableParallelism();
  if (/^\d+$/.test(text) && Number(text) >= 1 && Number(text) <= 64) return Number(text);
  throw new Error(`must be auto or a whole number from 1 to 64, not "${text}"`);
}

/** Parses the server's public URL and removes trailing slashes. The URL must have no query, fragment or user name. */
export function readPublicUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain =
    url &&
    (url.protocol === "https:" || url.protocol === "http:") &&
    !url.search &&
    !url.hash &&
    !url.username;
  if (plain) return url.href.replace(/\/+$/, "");
  throw new Error(
    `must be an http or https URL without a user name, query or fragment, such as https://book.example.com, not "${text}"`,
  );
}

/** Parses `true`, `false`, a number of proxies, or a comma-separated list of addresses and networks. */
export function readTrustProxy(text: string): TrustProxy {
  if (text === "true") return true;
  if (text === "false") return false;
  if (/^\d+$/.test(text)) return readWholeNumber(text, 0, 100);
  const addresses = text.split(",").map((one) => one.trim());
  const wrong = addresses.find((one) => !isAddressOrNetwork(one));
  if (wrong === undefined) return addresses;
  throw new Error(
    `must be true, false, a number of proxies or a list of IP addresses and networks, not "${wrong}"`,
  );
}

function isAddressOrNetwork(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const family = isIP(address);
  if (family === 0 || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}
