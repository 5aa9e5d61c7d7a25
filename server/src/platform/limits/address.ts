import { isIPv6 } from "node:net";

/** What a proxy calls an address may be anything, and an index holds no name of thousands of characters. */
const MAX_LENGTH = 100;

/**
 * The bucket of everybody who comes from an address: sign-in and public routes know nobody else. An IPv6 customer has
 * a whole /64 to choose addresses from, so that is what counts; an IPv4 address in IPv6 clothes is itself.
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
