import { createHmac, hkdfSync, randomInt, timingSafeEqual } from "node:crypto";
import { utcText } from "@daybook/engine";
import type { Static } from "typebox";
import { ApiError, exactlyOneProblem, invalid, notFound } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashOfToken, newLinkToken } from "../../../kernel/tokens.ts";
import { isInSandbox } from "../../../platform/businessTime.ts";
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
import { codeText } from "./codeText.ts";
import { type Contact, isBlocked, peopleOf } from "./people.ts";
import type { SubmittedCodeInput, Visitor, VisitorCode, VisitorCodeInput } from "./schema.ts";
import type { MarkVerified, VisitorSettings } from "./settings.ts";
import { countTry, insertCode, insertVisitor, useCode } from "./store.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const CODE_VALID_MS = 10 * MINUTE_MS;
const MAX_TRIES = 5;
/** The code in sandboxes, which send no e-mails or text messages. */
const SANDBOX_CODE = "000000";
const TOKEN_VALID_MS = 30 * MINUTE_MS;
const REMEMBERED_MS = 90 * 24 * HOUR_MS;

const OF_ADDRESS = { purpose: "visitor codes of an address", max: 20, windowMs: HOUR_MS } as const;
const OF_REQUESTER = { purpose: "visitor codes of a requester", max: 3, windowMs: HOUR_MS } as const;
const TO_CONTACT = { purpose: "visitor codes to a contact", max: 10, windowMs: HOUR_MS } as const;
/** Limits the cost of text messages that unverified visitors request. Does not apply to e-mails. */
const TEXTS_OF_BUSINESS = { purpose: "visitor codes by phone", max: 100, windowMs: HOUR_MS } as const;
const TOO_MANY = "Too many codes were requested for this e-mail address or phone number. Try again later.";
const TOO_MANY_TEXTS = "The business has sent too many codes by text message. Use an e-mail address.";

/**
 * Stores a one-time code and sends it by e-mail or text message after the response. Reads no clients, so that the response and its duration
 * do not depend on whether the contact is known or blocked. Throws `not_found` for an unknown business, `validation_failed` for an invalid
 * contact, `proof_required` if a required proof of work is missing, and `rate_limited`.
 */
export async function requestCode(
  { database, clock }: Context,
  settings: VisitorSettings,
  slug: string,
  { language, ...input }: Static<typeof VisitorCodeInput>,
  from: { readonly address: string; readonly proof: string | undefined },
): Promise<Static<typeof VisitorCode>> {
  const { secret } = settings;
  const now = clock.now();
  const business = await findPublicBusiness(database, slug);
  const { sentTo, ...contact } = contactIn(input, settings);
  const subject = contact.email ?? sentTo;
  const requester = bucketOfAddress("visitor codes", from.address);
  if (!(await allowQuota(database, { ...OF_ADDRESS, subject: requester }, now)).isAllowed)
    await requireProof(database, proofKey(secret), { purpose: "visitor-code", header: from.proof, now });
  await useQuota(database, { ...OF_REQUESTER, subject: `${requester} ${subject}` }, now, TOO_MANY);
  await useQuota(database, { ...TO_CONTACT, subject }, now, TOO_MANY);
  if (contact.phone_e164 !== null)
    await useQuota(database, { ...TEXTS_OF_BUSINESS, subject: business.id }, now, TOO_MANY_TEXTS);
  const id = newId();
  const code = isInSandbox() ? SANDBOX_CODE : String(randomInt(1_000_000)).padStart(6, "0");
  await database.query(insertCode, {
    business_id: business.id,
    id,
    ...contact,
    code_hmac: hmacOf(secret, business.id, id, code),
    tries: 0,
    used_at: null,
    expires_at: now + CODE_VALID_MS,
    created_at: now,
  });
  sendCode(settings, {
    sentTo,
    isPhone: contact.phone_e164 !== null,
    business: business.name,
    code,
    // The page submits the code only when the visitor clicks the button, because mail scanners open every link.
    path: `/b/${slug}/code/${id}?code=${code}`,
    locale: language ?? business.locale,
  });
  return { id, sent_to: sentTo };
}

/** Returns the contact to verify and the address or number as typed. Throws `validation_failed` for an invalid contact. */
function contactIn(
  { email, phone_e164 }: Pick<Static<typeof VisitorCodeInput>, "email" | "phone_e164">,
  { textOutbox }: VisitorSettings,
): Contact & { readonly sentTo: string } {
  if (phone_e164 !== undefined && email === undefined) {
    if (textOutbox !== null) return { email: null, phone_e164, sentTo: phone_e164 };
    throw invalid({
      path: "/phone_e164",
      message: "is not accepted: this server sends codes by e-mail only",
    });
  }
  if (email !== undefined && phone_e164 === undefined)
    return { email: email.toLowerCase(), phone_e164: null, sentTo: email };
  throw invalid(exactlyOneProblem("email", ["phone_e164"], { isSent: email !== undefined }));
}

/** Sends a code. The caller does not wait, so that the response time does not depend on the mail server or SMS provider. Logs failures. */
function sendCode(
  { emailOutbox, textOutbox }: VisitorSettings,
  {
    sentTo,
    isPhone,
    path,
    ...content
  }: {
    readonly sentTo: string;
    readonly isPhone: boolean;
    readonly path: string;
    readonly business: string;
    readonly code: string;
    readonly locale: string;
  },
): void {
  if (isPhone) void textOutbox?.deliver({ to: sentTo, text: codeText(content) });
  else void emailOutbox.deliver(codeEmail(sentTo, { ...content, link: `${emailOutbox.address()}${path}` }));
}

/**
 * Exchanges a code for a visitor token. Throws `not_found` for an unknown slug or id, `code_invalid` for a wrong, expired or
 * used code and after five attempts, and `online_booking_unavailable` for a blocked visitor who has entered the correct code.
 */
export async function confirmCode(
  { database, clock }: Context,
  { secret, markVerified }: VisitorSettings & { readonly markVerified: MarkVerified },
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
  const contact: Contact = { email: row.email, phone_e164: row.phone_e164 };
  const token = newLinkToken();
  const expiresAt = now + (remember ? REMEMBERED_MS : TOKEN_VALID_MS);
  const people = await database.transaction(async (tx) => {
    if ((await tx.query(useCode, { ...key, now })).length === 0) throw codeInvalid();
    const found = await peopleOf(tx, businessId, contact);
    if (await isBlocked(tx, businessId, { contact, people: found, key: blockedContactKey(secret) }))
      return null;
    await tx.query(insertVisitor, {
      business_id: businessId,
      token_sha256: hashOfToken(token),
      ...contact,
      expires_at: expiresAt,
      created_at: now,
    });
    if (hold_token !== undefined) await markVerified(tx, { businessId, token: hold_token, now });
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
  return new ApiError(
    "code_invalid",
    "The code is wrong, expired or used, or was tried five times. Request a new code.",
  );
}

function hmacOf(secret: string, businessId: string, codeId: string, code: string): Buffer {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "daybook visitor codes 1", 32));
  return createHmac("sha256", key).update(`${businessId}:${codeId}:${code}`).digest();
}
