import { ApiError, connect, type Daybook } from "@daybook/sdk";
import { expect, test } from "vitest";
import { createApiKey } from "../../src/features/access/api-keys/index.ts";
import { setInitialPassword } from "../../src/features/access/sessions/index.ts";
import { systemClock } from "../../src/kernel/clock.ts";
import type { Database } from "../../src/platform/database/index.ts";
import type { Salon } from "../fixtures/salon.ts";
import { isFullRun } from "../fullRun.ts";
import { sessionAt } from "./sessionAt.ts";

/**
 * The number of keys that the test revokes. According to contract §2 and spec §5, every process returns 401 for a revoked
 * key from the next request on.
 */
const REVOCATIONS = isFullRun ? 1_000 : 48;
/** The number of keys revoked concurrently, and the number of connections that use each key during its revocation. */
const AT_ONCE = 8;
const USERS = 2;
/** The number of requests to each process after the response to the DELETE. */
const AFTERWARDS = 3;

/** The processes, and clients with the signed-in owner's session, one for each process. */
interface Revoking {
  /** The base URLs of the two processes. */
  readonly addresses: readonly string[];
  readonly database: Database;
  readonly salon: Salon;
  readonly owners: readonly Daybook[];
}

interface Use {
  /** The system time before the request is sent, in milliseconds since the epoch. */
  readonly sentAt: number;
  readonly process: number;
  readonly isAllowed: boolean;
}

interface Revoked {
  readonly uses: readonly Use[];
  /** The time of the response to the DELETE, in milliseconds since the epoch. */
  readonly answeredAt: number;
}

/**
 * Sends requests with a key to one process until the other process has revoked the key. Then sends a few more requests to
 * both processes.
 */
async function revokeWhileUsed(
  { addresses, database, salon, owners }: Revoking,
  nth: number,
): Promise<Revoked> {
  const { businessId, ownerId: userId } = salon;
  const wanted = {
    businessId,
    userId,
    label: `Key ${nth}`,
    scopes: ["staff:read"],
    now: systemClock.now(),
  } as const;
  const { id, key } = await database.transaction((tx) => createApiKey(tx, wanted));
  const clients = addresses.map((address) => connect({ address, key, retries: 0 }));
  const uses: Use[] = [];
  const use = async (process: number): Promise<boolean> => {
    const sentAt = performance.now();
    const isAllowed = await isAdmitted(clients[process] as Daybook);
    uses.push({ sentAt, process, isAllowed });
    return isAllowed;
  };

  const usedAt = nth % 2;
  let isOver = false;
  const isInUse = Promise.withResolvers<void>();
  const users = Array.from({ length: USERS }, async () => {
    while (!isOver && (await use(usedAt))) isInUse.resolve();
  });
  await Promise.race([isInUse.promise, Promise.all(users)]);
  const path = { business: businessId, key: id };
  await owners[1 - usedAt]?.delete("/businesses/{business}/api-keys/{key}", { path });
  const answeredAt = performance.now();
  for (let again = 0; again < AFTERWARDS; again++) await Promise.all([use(0), use(1)]);
  isOver = true;
  await Promise.all(users);
  return { uses, answeredAt };
}

/** Returns whether a request succeeds or gets 401. Throws for other responses. */
async function isAdmitted(client: Daybook): Promise<boolean> {
  try {
    await client.get("/me");
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === "unauthenticated" && error.status === 401) return false;
    throw error;
  }
}

/** Tests that no process accepts a key after another process has revoked it. The servers must have no rate limit. */
export function testRevocations(open: () => Omit<Revoking, "owners">): void {
  test(`of ${REVOCATIONS} keys in use at one process, none is accepted in a request sent after the other has revoked it`, async () => {
    const { addresses, database, salon } = open();
    const { ownerId, key } = salon;
    const password = "correct horse battery";
    await database.transaction((tx) => setInitialPassword(tx, ownerId, password, systemClock.now()));
    const [address = ""] = addresses;
    const { email } = await connect({ address, key }).get("/me");
    const headers = await sessionAt(address, { email, password });
    const owners = addresses.map((one) => connect({ address: one, headers, retries: 0 }));
    const revoked: Revoked[] = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        while (next < REVOCATIONS)
          revoked.push(await revokeWhileUsed({ addresses, database, salon, owners }, next++));
      }),
    );
    const late = revoked.flatMap(({ uses, answeredAt }) =>
      uses.filter(({ sentAt, isAllowed }) => isAllowed && sentAt > answeredAt),
    );
    const after = revoked.flatMap(({ uses, answeredAt }) => uses.filter(({ sentAt }) => sentAt > answeredAt));
    expect(late).toEqual([]);
    expect(revoked).toHaveLength(REVOCATIONS);
    // Checks that every key was valid at first and was used at both processes after its revocation.
    expect(revoked.every(({ uses }) => uses.some(({ isAllowed }) => isAllowed))).toBe(true);
    expect(after.length).toBeGreaterThanOrEqual(REVOCATIONS * AFTERWARDS * 2);
  }, 600_000);
}
