import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { invalid } from "../../kernel/errors.ts";
import { isReachable, isReservedName, type OutboundPolicy } from "./addresses.ts";
import { type LookUp, lookUp } from "./lookUp.ts";

/**
 * The timeout for resolving a host name. After the timeout the name is accepted, because the caller is waiting and each connection is
 * checked again.
 */
const TIMEOUT_MS = 2_000;

/**
 * Rejects a URL to which the server may not send (contract §7) because of its scheme, its credentials, its address, or an
 * address of its host name. Accepts a name that cannot be resolved, because the name may be set up later and each connection is
 * checked again (safeConnect.ts). Throws `validation_failed` for the field `path`.
 */
export async function checkUrl(
  text: string,
  policy: OutboundPolicy,
  { path = "/url", ask = lookUp }: { readonly path?: string; readonly ask?: LookUp } = {},
): Promise<void> {
  const message = complaintAbout(text, policy) ?? (await complaintAboutName(text, policy, ask));
  if (message !== undefined) throw invalid({ path, message });
}

const NOT_PUBLIC = "must resolve to a public IP address";

function complaintAbout(text: string, policy: OutboundPolicy): string | undefined {
  if (!URL.canParse(text)) return "must be a URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && policy.allowHttp))
    return policy.allowHttp ? "must be an https or http URL" : "must be an https URL";
  if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
  const host = hostOf(url);
  const isOurs = isIP(host) === 0 ? isReservedName(host) && !policy.allowPrivate : !isReachable(host, policy);
  return isOurs ? NOT_PUBLIC : undefined;
}

async function complaintAboutName(
  text: string,
  policy: OutboundPolicy,
  ask: LookUp,
): Promise<string | undefined> {
  const host = hostOf(new URL(text));
  if (isIP(host) !== 0) return undefined;
  const cancel = new AbortController();
  const timeout = pause(TIMEOUT_MS, [], { signal: cancel.signal }).catch(() => []);
  const found = await Promise.race([ask(host).catch(() => []), timeout]);
  cancel.abort();
  return found.every(({ address }) => isReachable(address, policy)) ? undefined : NOT_PUBLIC;
}

/**
 * Returns the host as an address or a name. The URL parser has already converted 127.1 and 0x7f000001 to 127.0.0.1, and names
 * to lower case.
 */
function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}
