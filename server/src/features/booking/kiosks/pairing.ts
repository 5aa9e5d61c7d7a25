import { utcText } from "@daybook/engine";
import type { Static } from "typebox";
import { ApiError, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashOfToken, newLinkToken } from "../../../kernel/tokens.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import { refillQuota, useQuota } from "../../../platform/limits/index.ts";
import { hmacOf } from "./hmac.ts";
import { kioskRecord } from "./kiosks.ts";
import { codeIn, newPairingCode, shownCode } from "./pairingCode.ts";
import type { KioskPairing, KioskRecord } from "./schema.ts";
import type { KioskSettings } from "./settings.ts";
import { findLocation, insertKiosk, insertPairing, takePairing } from "./store.ts";

const CODE_VALID_MS = 10 * 60_000;
/** Maximum number of wrong codes per user and period. */
const TRIES = { purpose: "kiosk pairing", max: 5, windowMs: CODE_VALID_MS } as const;

/** A pairing and the token for the tablet's cookie. The token becomes valid when an owner or manager enters the code. */
export interface StartedPairing {
  readonly record: Static<typeof KioskPairing>;
  readonly token: string;
}

export async function startPairing(
  { database, clock }: Context,
  { secret, address }: KioskSettings,
): Promise<StartedPairing> {
  const now = clock.now();
  const code = newPairingCode();
  const token = newLinkToken();
  const expiresAt = now + CODE_VALID_MS;
  await database.query(insertPairing, {
    code_hmac: hmacOf(secret, `pairing:${code}`),
    token_sha256: hashOfToken(token),
    expires_at: expiresAt,
    created_at: now,
  });
  return {
    token,
    record: {
      code: shownCode(code),
      pairing_url: `${address()}/app/?pair=${code}`,
      expires_at: utcText(expiresAt),
    },
  };
}

/**
 * Counts a user's attempt to enter a code. Runs in a separate transaction, so that an attempt counts even if the pairing is rolled back.
 * Throws `rate_limited` after five wrong codes.
 */
export async function countPairingTry({ database, clock }: Context, userId: string): Promise<void> {
  const message = "Too many wrong pairing codes were entered. Try again later.";
  await useQuota(database, { ...TRIES, subject: userId }, clock.now(), message);
}

/** Pairs the tablet that shows the code. Throws `not_found` for an unknown location, and `code_invalid` for a wrong or expired code. */
export async function pairKiosk(
  tx: Transaction,
  { secret }: Pick<KioskSettings, "secret">,
  pairing: {
    readonly businessId: string;
    readonly locationId: string;
    readonly userId: string;
    readonly code: string;
    readonly name: string;
    readonly now: number;
  },
): Promise<KioskRecord> {
  const { businessId, locationId, userId, name, now } = pairing;
  const [location] = await tx.query(findLocation, { businessId, locationId });
  if (location === undefined) throw notFound();
  const code = codeIn(pairing.code);
  const [taken] =
    code === undefined
      ? []
      : await tx.query(takePairing, { codeHmac: hmacOf(secret, `pairing:${code}`), now });
  if (taken === undefined)
    throw new ApiError(
      "code_invalid",
      "The pairing code is wrong, expired or used. Enter the code that the kiosk shows.",
    );
  await refillQuota(tx, { purpose: TRIES.purpose, subject: userId });
  const tokenHash = taken.token_sha256;
  return addKiosk(tx, { businessId, locationId, name, tokenHash, lastSeenAt: null, now });
}

/** Adds a kiosk. `tokenHash` is the hash of the token in the tablet's cookie. */
export function addKiosk(
  tx: Transaction,
  kiosk: {
    readonly businessId: string;
    readonly locationId: string;
    readonly name: string;
    readonly tokenHash: Buffer;
    readonly lastSeenAt: number | null;
    readonly now: number;
  },
): KioskRecord {
  const { businessId, locationId, name, tokenHash, lastSeenAt, now } = kiosk;
  const row = {
    id: newId(),
    location_id: locationId,
    name: name.trim(),
    last_seen_at: lastSeenAt,
    created_at: now,
    updated_at: now,
  };
  tx.write(insertKiosk, { business_id: businessId, token_sha256: tokenHash, ...row });
  return kioskRecord(row);
}
