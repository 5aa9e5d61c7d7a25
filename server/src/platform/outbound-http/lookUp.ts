import { lookup, Resolver } from "node:dns/promises";

/** An address of a host, and which version of IP it belongs to. */
export interface HostAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Answers every address of a host name; throws an error with a `code` when it has none. */
export type LookUp = (hostname: string) => Promise<HostAddress[]>;

const resolver = new Resolver({ timeout: 2_000, tries: 2 });
/** The system's own way takes one of the process's four threads for as long as a name server likes to take. */
const MOST_SYSTEM_LOOKUPS = 2;
let systemLookups = 0;
const waiting: (() => void)[] = [];

/**
 * Asks the name servers without a thread of the process: else four receivers whose name servers hang would hold up
 * everybody's look-ups, files and passwords. Names that only the machine itself knows (its hosts file, a search domain)
 * are asked of the system, two at a time.
 */
export const lookUp: LookUp = async (hostname) => {
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found: HostAddress[] = [
    ...(four.status === "fulfilled" ? four.value : []).map((address) => ({ address, family: 4 as const })),
    ...(six.status === "fulfilled" ? six.value : []).map((address) => ({ address, family: 6 as const })),
  ];
  if (found.length > 0) return found;
  if (isTimeout(four) || isTimeout(six)) throw Object.assign(new Error("no answer"), { code: "ETIMEOUT" });
  return askSystem(hostname);
};

function isTimeout(answer: PromiseSettledResult<string[]>): boolean {
  return answer.status === "rejected" && (answer.reason as NodeJS.ErrnoException).code === "ETIMEOUT";
}

async function askSystem(hostname: string): Promise<HostAddress[]> {
  while (systemLookups === MOST_SYSTEM_LOOKUPS) await new Promise<void>((resolve) => waiting.push(resolve));
  systemLookups++;
  try {
    const found = await lookup(hostname, { all: true });
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
  } finally {
    systemLookups--;
    waiting.shift()?.();
  }
}
