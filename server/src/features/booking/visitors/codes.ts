import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";
import { utcText } from "@daybook/engine";
import type { Static } from "typebox";
import { ApiError, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashOfToken, newLinkToken } from "../../../kernel/tokens.ts";
import type { Context } from "../../../platform/context.ts";
import {
  allowQuota,
  bucketOfAddress,
  proofKey,
  requireProof,
  useQuota,
} from "../../../platform/limits/index.ts";
import { blockedContactKey } from "../../clients/clients/index.ts";
import { findPublicBusiness, unavailable } from "../public-business/index.ts";
import { codeEmail } from "./codeEmail.ts";
import { isBlocked, peopleOf } from "./people.ts";
import type { SubmittedCodeInput, Visitor, VisitorCode, VisitorCodeInput } from "./schema.ts";
import type { MarkProven, VisitorSettings } from "./settings.ts";
import { countTry, insertCode, insertVisitor, useCode } from "./store.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CODE_VALID_MS = 10 * MINUTE_MS;
const MAX_TRIES = 5;
const TOKEN_VALID_MS = 30 * MINUTE_MS;
const REMEMBERED_MS = 90 * 24 * HOUR_MS;

const OF_ADDRESS = { purpose: "visitor codes of an address", most: 20, windowMs: HOUR_MS } as const;
const OF_REQUESTER = { purpose: "visitor codes of a requester", most: 3, windowMs: HOUR_MS } as const;
const TO_CONTACT = { purpose: "visitor codes to a contact", most: 10, windowMs: HOUR_MS } as const;
const TOO_MANY = "Too many codes were requested. Try again later.";

/**
 * Stores a one-time code, and sends it by e-mail after the response. Reads no clients, so that the response and its duration are
 * the same for known, unknown and blocked addresses. Throws `not_found`, `proof_required` and `rate_limited`.
 */
export async function requestCode(
  { database, clock }: Context,
  { emailOutbox, secret }: VisitorSettings,
  slug: string,
  { email: sentTo, language }: Static<typeof VisitorCodeInput>,
  from: { readonly address: string; readonly proof: string | undefined },
): Promise<Static<typeof VisitorCode>> {
  const now = clock.now();
  const business = await findPublicBusiness(database, slug);
  const email = sentTo.toLowerCase();
  const requester = bucketOfAddress("visitor codes", from.address);
  if (!(await allowQuota(database, { ...OF_ADDRESS, subject: requester }, now)).isAllowed)
    await requireProof(database, proofKey(secret), { purpose: "visitor-code", header: from.proof, now });
  await useQuota(database, { ...OF_REQUESTER, subject: `${requester} ${email}` }, now, TOO_MANY);
  await useQuota(database, { ...TO_CONTACT, subject: email }, now, TOO_MANY);
  const id = newId();
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await database.query(insertCode, {
    business_id: business.id,
    id,
    email,
    code_hmac: hmacOf(secret, business.id, id, code),
    tries: 0,
    used_at: null,
    expires_at: now + CODE_VALID_MS,
    created_at: now,
  });
  const name = business.name;
  // Opening the page submits nothing, because mail scanners open links; its button does.
  const link = `${emailOutbox.address()}/b/${slug}/code/${id}?code=${code}`;
  // Sent after the response, so that the duration does not depend on the mail server. `deliver` logs its failures.
  void emailOutbox.deliver(
    codeEmail(sentTo, { business: name, code, link, locale: language ?? business.locale }),
  );
  return { id, sent_to: sentTo };
}

/**
 * Exchanges a code for a visitor token. Throws `not_found` for an unknown id, `code_invalid`, and, only after the right code,
 * `online_booking_unavailable` for a visitor who is blocked.
 */
export async function confirmCode(
  { database, clock }: Context,
  { secret, markProven }: VisitorSettings & { readonly markProven: MarkProven },
  slug: string,
  codeId: string,
  { code, remember = false, hold_token }: Static<typeof SubmittedCodeInput>,
): Promise<Static<typeof Visitor>> {
  const now = clock.now();
  const { id: businessId } = await findPublicBusiness(database, slug);
  const key = { business_id: businessId, id: codeId };
  const [row] = await database.query(countTry, key);
  if (row === undefined) throw notFound();
  const isRight = timingSafeEqual(row.code_hmac, hmacOf(secret, businessId, codeId, code));
  const isOpen = row.tries <= MAX_TRIES && row.used_at === null && row.expires_at > now;
  if (!isRight || !isOpen) throw codeInvalid();
  const { email } = row;
  const token = newLinkToken();
  const expiresAt = now + (remember ? REMEMBERED_MS : TOKEN_VALID_MS);
  const people = await database.transaction(async (tx) => {
    if ((await tx.query(useCode, { ...key, now })).length === 0) throw codeInvalid();
    const found = await peopleOf(tx, businessId, email);
    if (await isBlocked(tx, businessId, { email, people: found, key: blockedContactKey(secret) }))
      return null;
    await tx.query(insertVisitor, {
      business_id: businessId,
      token_sha256: hashOfToken(token),
      email,
      expires_at: expiresAt,
      created_at: now,
    });
    if (hold_token !== undefined) await markProven(tx, { businessId, token: hold_token, now });
    return found;
  });
  if (people === null) throw unavailable();
  return {
    visitor_token: token,
    expires_at: utcText(expiresAt),
    people: people.map(({ id: ref, first_name }) => ({ ref, first_name })),
  };
}

function codeInvalid(): ApiError {
  return new ApiError("code_invalid", "This code is not valid. Request a new one.");
}

function hmacOf(secret: string, businessId: string, codeId: string, code: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "daybook visitor codes 1", 32));
  return createHmac("sha256", key).update(`${businessId}:${codeId}:${code}`).digest();
}
