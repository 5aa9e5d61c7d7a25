import { isIPv6 } from "node:net";

/**
 * The maximum length of an address in a bucket name. It is limited, because a proxy may send any text as the address and an
 * index entry cannot hold thousands of characters.
 */
const MAX_LENGTH = 100;

/**
 * Returns the bucket of an IP address, for sign-in and public routes, where the caller is unknown. An IPv6 customer usually has a /64
 * network, so each /64 network is one bucket. An IPv4-mapped IPv6 address counts as the IPv4 address.
 */
export function bucketOfAddress(limitName: string, address: string): string {
  return `address:${limitName}:${isIPv6(address) ? networkOf(address) : address.slice(0, MAX_LENGTH)}`;
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::");
  const first = head === "" ? [] : head.split(":");
  const last = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - first.length - last.length }, () => "0");
  const groups = [...first, ...zeros, ...last].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}
