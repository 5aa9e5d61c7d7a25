import { isIP } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { invalid } from "../../kernel/errors.ts";
import { isReachable, isReservedName, type OutboundPolicy } from "./addresses.ts";
import { type LookUp, lookUp } from "./lookUp.ts";

/** A name that has no answer by then is taken as it is: whoever calls waits, and each connection is checked again. */
const PATIENCE_MS = 2_000;

/**
 * Refuses a URL that requests of ours may not go to (contract §7): by its scheme, for credentials in it, by the address
 * it spells out or those its name has today. A name that cannot be looked up is accepted: it may be set up later, and
 * connections are checked again each time (outgoing.ts). Throws `validation_failed` for the field `path`.
 */
export async function checkUrl(
  text: string,
  policy: OutboundPolicy,
  { path = "/url", ask = lookUp }: { readonly path?: string; readonly ask?: LookUp } = {},
): Promise<void> {
  const message = complaintAbout(text, policy) ?? (await complaintAboutName(text, policy, ask));
  if (message !== undefined) throw invalid({ path, message });
}

const NOT_PUBLIC = "must lead to a public address";

function complaintAbout(text: string, policy: OutboundPolicy): string | undefined {
  if (!URL.canParse(text)) return "must be a URL";
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && policy.allowHttp))
    return policy.allowHttp ? "must be an https or http URL" : "must be an https URL";
  if (url.username !== "" || url.password !== "") return "must not hold a user name or a password";
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
  const impatience = pause(PATIENCE_MS, [], { signal: cancel.signal }).catch(() => []);
  const found = await Promise.race([ask(host).catch(() => []), impatience]);
  cancel.abort();
  return found.every(({ address }) => isReachable(address, policy)) ? undefined : NOT_PUBLIC;
}

/** The host as an address or a name: the parser has made 127.1 and 0x7f000001 into 127.0.0.1, and lower case of the rest. */
function hostOf(url: URL): string {
  return url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
}
