import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

/**
 * The argon2id parameters that OWASP recommends (19 MiB, two passes, parallelism 1). Hashing takes about 30 ms on one core, outside the
 * event loop. Hashes are PHC strings, which contain their parameters.
 */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const HASH_BYTES = 32;
const SALT_BYTES = 16;

const argon2id = promisify(argon2);

/** Returns the hash of a password in the format `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const cost = { memory: MEMORY_KIB, passes: PASSES, parallelism: LANES };
  const hash = await derive(password, salt, cost, HASH_BYTES);
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=${LANES}$${unpadded(salt)}$${unpadded(hash)}`;
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Returns whether a password matches a hash. Returns false for a hash in another format. */
export async function isPassword(password: string, stored: string): Promise<boolean> {
  const parts = PHC.exec(stored);
  if (parts === null) return false;
  const cost = { memory: Number(parts[1]), passes: Number(parts[2]), parallelism: Number(parts[3]) };
  const expected = Buffer.from(String(parts[5]), "base64");
  const hash = await derive(password, Buffer.from(String(parts[4]), "base64"), cost, expected.length);
  return timingSafeEqual(hash, expected);
}

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
}

/**
 * Derives the hash of a password. Normalizes the password first (NIST SP 800-63B §3.1.1.2), because keyboards produce the same
 * character in different Unicode compositions.
 */
function derive(password: string, nonce: Buffer, cost: Cost, tagLength: number): Promise<Buffer> {
  return argon2id("argon2id", { message: password.normalize("NFKC"), nonce, tagLength, ...cost });
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
