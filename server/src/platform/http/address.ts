import type { AddressInfo } from "node:net";

/** The address to open on this machine; one that means "every address" is named by the loopback. */
export function addressOf({ address, port }: AddressInfo): string {
  const host = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
