import ipaddr from "ipaddr.js";

/** The operator's policy for the addresses of outbound requests. */
export interface OutboundPolicy {
  /** Whether private, loopback and link-local addresses are allowed too, for development or private networks. */
  readonly allowPrivate: boolean;
  /** Whether plain http is allowed in addition to https. */
  readonly allowHttp: boolean;
}

/**
 * Returns whether a request may be sent to this address, in any notation. Allows only ordinary addresses of the public internet. An IPv4
 * address embedded in an IPv6 address is checked as IPv4. `allowPrivate` adds private, loopback and link-local addresses, but never cloud
 * metadata services, multicast or reserved addresses.
 */
export function isReachable(address: string, policy: OutboundPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const plain = parsed instanceof ipaddr.IPv6 ? (embeddedIPv4(parsed) ?? parsed) : parsed;
  if (METADATA.has(plain.toNormalizedString())) return false;
  const range = plain.range();
  if (policy.allowPrivate && OWN_RANGES.has(range)) return true;
  if (range !== "unicast") return false;
  // Only 2000::/3 is assigned. The library classifies ::7f00:1, an old notation of loopback, as "unicast".
  return plain instanceof ipaddr.IPv4 || plain.match(GLOBAL_UNICAST);
}

/** Returns whether the name always refers to this machine (RFC 6761), even if a name server resolves it differently. */
export function isReservedName(host: string): boolean {
  return /(^|\.)localhost\.?$/i.test(host);
}

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

const OWN_RANGES: ReadonlySet<string> = new Set([
  "private",
  "loopback",
  "linkLocal",
  "uniqueLocal",
  "carrierGradeNat",
]);

/** The addresses of the large clouds' metadata services. */
const METADATA: ReadonlySet<string> = new Set([
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "100.100.100.200",
  // Azure's metadata service has a public address.
  "168.63.129.16",
  "fd00:ec2:0:0:0:0:0:254",
  "fd20:ce:0:0:0:0:0:254",
]);

/** Returns the IPv4 address embedded in a mapped (::ffff:0:0/96), translated (64:ff9b::/96) or 6to4 (2002::/16) address. */
function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const range = address.range();
  const bytes = address.toByteArray();
  if (range === "ipv4Mapped" || address.match(NAT64)) return new ipaddr.IPv4(bytes.slice(12));
  if (range === "6to4") return new ipaddr.IPv4(bytes.slice(2, 6));
  return undefined;
}
