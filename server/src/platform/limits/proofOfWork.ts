import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { ApiError } from "../../kernel/errors.ts";
import { installationTime } from "../businessTime.ts";
import type { Reader } from "../database/index.ts";
import { allowQuota } from "./quotas.ts";

/** The number of candidates. A solver tries half of them on average, which takes about 0.2 s on a phone. */
const MAX_NUMBER = 100_000;
const VALID_MS = 10 * 60_000;
/** The maximum length of the header in characters; a solution has about 400. */
const MAX_LENGTH = 2_000;

/** Returns the key that signs challenges, derived from the installation's secret (HKDF-SHA256). */
export function proofKey(secret: string): Buffer {
  return Buffer.from(hkdfSync("sha256", secret, "", "daybook proof of work 1", 32));
}

/**
 * Throws `proof_required` with a new challenge unless the header is a valid, unused solution for this purpose. Challenges have ALTCHA's
 * format with SHA-256: the solver finds the number for which the hash of salt and number equals the challenge, and sends `{algorithm,
 * challenge, number, salt, signature}` as JSON in base64. The server stores no challenges. It verifies their signature and counts the
 * uses of a solution.
 */
export async function requireProof(
  reader: Reader,
  key: Buffer,
  {
    purpose,
    header,
    now: calledAt,
  }: { readonly purpose: string; readonly header: string | undefined; readonly now: number },
): Promise<void> {
  const now = installationTime(calledAt);
  const solved = header === undefined ? undefined : solutionIn(header, key, purpose, now);
  if (solved !== undefined) {
    const use = { purpose: "proof of work", subject: solved, max: 1, windowMs: VALID_MS };
    if ((await allowQuota(reader, use, now)).isAllowed) return;
  }
  throw new ApiError(
    "proof_required",
    "This request requires a proof of work. Solve the challenge and send the request again.",
    {
      challenge: newChallenge(key, purpose, now),
    },
  );
}

/** Returns a solution without proof of work, for a visitor without scripts who has waited instead. */
export function solvedProof(key: Buffer, purpose: string, now: number): string {
  const number = randomInt(MAX_NUMBER + 1);
  const { algorithm, salt, challenge, signature } = newChallenge(key, purpose, now, number);
  return Buffer.from(JSON.stringify({ algorithm, salt, challenge, number, signature })).toString("base64");
}

function newChallenge(key: Buffer, purpose: string, now: number, number = randomInt(MAX_NUMBER + 1)) {
  const parameters = new URLSearchParams({
    purpose,
    expires: String(Math.floor((now + VALID_MS) / 1_000)),
  });
  const salt = `${randomBytes(12).toString("hex")}?${parameters}`;
  const challenge = hashOf(salt, number);
  return {
    algorithm: "SHA-256",
    salt,
    challenge,
    maxnumber: MAX_NUMBER,
    signature: signatureOf(challenge, key),
  };
}

/** Returns the challenge of a valid solution; undefined for an invalid one. */
function solutionIn(header: string, key: Buffer, purpose: string, now: number): string | undefined {
  if (header.length > MAX_LENGTH) return undefined;
  const { salt, number, challenge, signature } = parsed(header);
  if (typeof salt !== "string" || typeof number !== "number" || !Number.isSafeInteger(number))
    return undefined;
  if (typeof challenge !== "string" || typeof signature !== "string") return undefined;
  const parameters = new URLSearchParams(salt.split("?")[1] ?? "");
  const isCurrent = Number(parameters.get("expires")) * 1_000 > now && parameters.get("purpose") === purpose;
  const isSigned = isSame(signature, signatureOf(challenge, key));
  return isCurrent && isSigned && isSame(challenge, hashOf(salt, number)) ? challenge : undefined;
}

function parsed(header: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(Buffer.from(header, "base64").toString("utf8"));
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function hashOf(salt: string, number: number): string {
  return createHash("sha256").update(`${salt}${number}`).digest("hex");
}

function signatureOf(challenge: string, key: Buffer): string {
  return createHmac("sha256", key).update(challenge).digest("hex");
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
