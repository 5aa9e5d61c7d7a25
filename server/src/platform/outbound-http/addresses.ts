import ipaddr from "ipaddr.js";

/** Which addresses outgoing requests may reach, as the operator decided. */
export interface OutboundPolicy {
  /** Private, loopback and link-local addresses too: for development, or a network of one's own. */
  readonly allowPrivate: boolean;
  /** Plain http as well as https. */
  readonly allowHttp: boolean;
}

/**
 * Whether a request may go to this address (in any spelling that an IP address has). An allow-list: what is not known to
 * be an ordinary address of the public internet is refused, and an IPv4 address in the clothes of an IPv6 one is judged
 * as what it is. `allowPrivate` opens the kinds that people give their own machines, and nothing else: the addresses at
 * which clouds hand out credentials, multicast and reserved ones stay shut.
 */
export function isReachable(address: string, policy: OutboundPolicy): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  const plain = parsed instanceof ipaddr.IPv6 ? (embeddedIPv4(parsed) ?? parsed) : parsed;
  if (METADATA.has(plain.toNormalizedString())) return false;
  const range = plain.range();
  if (policy.allowPrivate && OWN_RANGES.has(range)) return true;
  if (range !== "unicast") return false;
  // What is not in 2000::/3 was never given to anybody; ::7f00:1 counts as "unicast" and is an old spelling of loopback.
  return plain instanceof ipaddr.IPv4 || plain.match(GLOBAL_UNICAST);
}

/** Names that stand for the machine itself everywhere (RFC 6761), whether or not a name server has heard of them. */
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

/** Where the large clouds answer their own machines. */
const METADATA: ReadonlySet<string> = new Set([
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "100.100.100.200",
  // Azure's looks like anybody's address.
  "168.63.129.16",
  "fd00:ec2:0:0:0:0:0:254",
  "fd20:ce:0:0:0:0:0:254",
]);

/** The IPv4 address that a mapped (::ffff:0:0/96), translated (64:ff9b::/96) or 6to4 (2002::/16) one leads to. */
function embeddedIPv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const range = address.range();
  const bytes = address.toByteArray();
  if (range === "ipv4Mapped" || address.match(NAT64)) return new ipaddr.IPv4(bytes.slice(12));
  if (range === "6to4") return new ipaddr.IPv4(bytes.slice(2, 6));
  return undefined;
}
