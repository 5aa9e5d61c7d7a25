import { createHash } from "node:crypto";
import { ApiError } from "../../kernel/errors.ts";
import { installationTime } from "../businessTime.ts";
import type { Reader } from "../database/index.ts";
import { deleteQuota, takeQuota } from "./store.ts";

/** A limited number of uses in a window that begins with the first use. */
interface Quota {
  /** The name of the limited action, unique in the code. The subject is hashed, because it may be an e-mail address of any length. */
  readonly purpose: string;
  readonly subject: string;
  readonly max: number;
  readonly windowMs: number;
}

/** Uses the quota once. Returns whether the use was allowed and the seconds until the window ends. */
export async function allowQuota(
  reader: Reader,
  quota: Quota,
  calledAt: number,
): Promise<{ readonly isAllowed: boolean; readonly retryAfterSeconds: number }> {
  const { max, windowMs } = quota;
  const now = installationTime(calledAt);
  const [row] = await reader.query(takeQuota, { quota: nameOf(quota), max, endsAt: now + windowMs, now });
  const { used, ends_at: endsAt } = row as { used: number; ends_at: number };
  return { isAllowed: used <= max, retryAfterSeconds: Math.max(1, Math.ceil((endsAt - now) / 1_000)) };
}

/** Uses the quota once. Throws `rate_limited` with the message if it is exhausted. */
export async function useQuota(reader: Reader, quota: Quota, now: number, message: string): Promise<void> {
  const { isAllowed, retryAfterSeconds } = await allowQuota(reader, quota, now);
  if (!isAllowed) throw new ApiError("rate_limited", message, { retry_after: retryAfterSeconds });
}

/** Deletes the uses of the quota. */
export async function refillQuota(reader: Reader, quota: Pick<Quota, "purpose" | "subject">): Promise<void> {
  await reader.query(deleteQuota, { quota: nameOf(quota) });
}

function nameOf({ purpose, subject }: Pick<Quota, "purpose" | "subject">): string {
  return `${purpose}:${createHash("sha256").update(subject).digest("base64url")}`;
}
