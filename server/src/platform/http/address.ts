import type { AddressInfo } from "node:net";

/** Returns the URL of a listening server for programs on this machine; a wildcard address becomes the loopback address. */
export function addressOf({ address, port }: AddressInfo): string {
  const host = address === "0.0.0.0" || address === "::" ? "127.0.0.1" : address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
