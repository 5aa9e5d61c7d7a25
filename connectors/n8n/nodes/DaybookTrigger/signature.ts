import { createHmac, timingSafeEqual } from "node:crypto";

/** The maximum difference between the signature's time and the local clock, in seconds. */
const TOLERANCE_SECONDS = 300;

/**
 * Whether the header contains a valid signature of `<t>.<body>` with the secret, and a time within the tolerance. After a
 * rotation of the secret, the header temporarily contains several signatures.
 */
export function isSigned(body: Buffer, header: string, secret: string, nowSeconds: number): boolean {
  const [, time, signatures] = /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/.exec(header) ?? [];
  if (!body || time === undefined || signatures === undefined || secret === "") return false;
  if (Math.abs(nowSeconds - Number(time)) > TOLERANCE_SECONDS) return false;
  const expected = createHmac("sha256", secret).update(`${time}.`).update(body).digest();
  return signatures
    .split(",v1=")
    .slice(1)
    .some((signature) => timingSafeEqual(Buffer.from(signature, "hex"), expected));
}
