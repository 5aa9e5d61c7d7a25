import { lookup, Resolver } from "node:dns/promises";

/** An address of a host, and its IP version. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Returns all addresses of a host name; throws an error with a `code` if it has none. */
export type LookUp = (hostname: string) => Promise<HostAddress[]>;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });
/**
 * Maximum number of concurrent `dns.lookup` calls. Each call blocks one of the process's four threads until the name server
 * responds.
 */
const MAX_SYSTEM_LOOKUPS = 2;
let systemLookups = 0;
const waiting: (() => void)[] = [];

/**
 * Queries the name servers without using a thread of the process. Otherwise four receivers with hanging name servers would block all name
 * resolution, file access and password hashing. Names that only this machine knows (hosts file, search domain) are resolved by the
 * operating system, two at a time.
 */
export const lookUp: LookUp = async (hostname) => {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found: HostAddress[] = [
    ...(four.status === "fulfilled" ? four.value : []).map((address) => ({ address, family: 4 as const })),
    ...(six.status === "fulfilled" ? six.value : []).map((address) => ({ address, family: 6 as const })),
  ];
  if (found.length > 0) return found;
  if (isTimeout(four) || isTimeout(six))
    throw Object.assign(new Error("no DNS response"), { code: "ETIMEOUT" });
  return askSystem(hostname);
};

function isTimeout(answer: PromiseSettledResult<string[]>): boolean {
  return answer.status === "rejected" && (answer.reason as NodeJS.ErrnoException).code === "ETIMEOUT";
}

async function askSystem(hostname: string): Promise<HostAddress[]> {
  while (systemLookups === MAX_SYSTEM_LOOKUPS) await new Promise<void>((resolve) => waiting.push(resolve));
  systemLookups++;
  try {
    const found = await lookup(hostname, { all: true });
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  } finally {
    systemLookups--;
    waiting.shift()?.();
  }
}
