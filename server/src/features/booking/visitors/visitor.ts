import { ApiError } from "../../../kernel/errors.ts";
import { hashOfToken, isLinkToken } from "../../../kernel/tokens.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { RequestHeader, SentRequest } from "../../../platform/http/route.ts";
import { blockedContactKey } from "../../clients/clients/index.ts";
import { unavailable } from "../public-business/index.ts";
import { type Contact, isBlocked, peopleOf } from "./people.ts";
import { deleteCodesOf, deleteVisitorsOf, findVisitor, lockVisitorsOf, type Person } from "./store.ts";

/**
 * Returns the schema of the header with a visitor token. The token is not in a cookie, because browsers do not send cookies from a frame in
 * another site.
 */
export function visitorHeader(isRequired: boolean): RequestHeader {
  return {
    name: "Visitor-Token",
    description: "The token of a visitor with a verified e-mail address or phone number",
    isRequired,
    example: "kD3vUq0mX8exampleexampleexampleexampleexam",
  };
}

export const proofHeader: RequestHeader = {
  name: "Proof-Of-Work",
  description:
    "The solution of the challenge of a `proof_required`: JSON with `algorithm`, `challenge`, `number`, `salt` and " +
    "`signature`, in base64",
  isRequired: false,
  example: "eyJhbGdvcml0aG0iOiJTSEEtMjU2IiwibnVtYmVyIjo0NzExfQ==",
};

/**
 * A visitor with a valid token: the verified e-mail address or phone number (the other is null) and the clients with this
 * contact. For a waitlist offer, the client of the entry counts as the visitor, and both contacts may be set.
 */
export interface VerifiedVisitor extends Contact {
  readonly people: readonly Person[];
}

/**
 * Returns the visitor of an HTTP request; null without the header. Throws `unauthenticated` for an unknown or expired token, and
 * `online_booking_unavailable` if the visitor was blocked after the verification.
 */
export async function visitorOf(
  reader: Reader,
  businessId: string,
  sent: SentRequest,
  { secret, now }: { readonly secret: string; readonly now: number },
): Promise<VerifiedVisitor | null> {
  const token = sent.header("visitor-token");
  if (token === undefined) return null;
  const token_sha256 = hashOfToken(token);
  const [row] = isLinkToken(token)
    ? await reader.query(findVisitor, { business_id: businessId, token_sha256, now })
    : [];
  if (row === undefined) throw notVerified();
  return visitorWith(reader, businessId, row, secret);
}

/** Returns the visitor with a verified contact. Throws `online_booking_unavailable` if the visitor is blocked. */
export async function visitorWith(
  reader: Reader,
  businessId: string,
  contact: Contact,
  secret: string,
): Promise<VerifiedVisitor> {
  const people = await peopleOf(reader, businessId, contact);
  if (await isBlocked(reader, businessId, { contact, people, key: blockedContactKey(secret) }))
    throw unavailable();
  return { email: contact.email, phone_e164: contact.phone_e164, people };
}

/** Like `visitorOf`, but throws `unauthenticated` without the header. */
export async function requireVisitor(...args: Parameters<typeof visitorOf>): Promise<VerifiedVisitor> {
  const visitor = await visitorOf(...args);
  if (visitor === null) throw notVerified();
  return visitor;
}

/** Returns whether a contact is blocked: a client with this address or number is blocked, or was blocked when the client was erased. */
export async function isContactBlocked(
  reader: Reader,
  businessId: string,
  contact: Contact,
  secret: string,
): Promise<boolean> {
  const people = await peopleOf(reader, businessId, contact);
  return isBlocked(reader, businessId, { contact, people, key: blockedContactKey(secret) });
}

/** Returns whether a client has the verified e-mail address or phone number of the visitor. */
export function hasContactOf(visitor: VerifiedVisitor, client: Contact): boolean {
  return visitor.email === null
    ? visitor.phone_e164 !== null && client.phone_e164 === visitor.phone_e164
    : client.email?.toLowerCase() === visitor.email;
}

/** Locks the tokens of a contact until the transaction ends, so that concurrent requests of one visitor run one after another. */
export async function lockVisitors(tx: Transaction, businessId: string, visitor: Contact): Promise<void> {
  const { email, phone_e164 } = visitor;
  await tx.query(lockVisitorsOf, { business_id: businessId, email, phone_e164 });
}

function notVerified(): ApiError {
  return new ApiError(
    "unauthenticated",
    "The visitor token is missing, unknown or expired. Request a one-time code.",
  );
}

/** Deletes the visitor tokens and codes for the addresses and phone numbers of deleted or erased clients (contract §9). */
export function endVisitorsOf(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(deleteVisitorsOf, { businessId, clientIds });
  tx.write(deleteCodesOf, { businessId, clientIds });
}
