import { ApiError, invalid } from "../../../kernel/errors.ts";
import { newId } from "../../../kernel/ids.ts";
import { hashOfToken, newLinkToken } from "../../../kernel/tokens.ts";
import type { Context } from "../../../platform/context.ts";
import type { Email, EmailOutbox } from "../../../platform/email/index.ts";
import { allowQuota, useQuota } from "../../../platform/limits/index.ts";
import { confirmEmail, createUser, userIdByEmail } from "../accounts/index.ts";
import { namesOf } from "./authRows.ts";
import { knownAddressEmail, signUpEmail } from "./emails.ts";
import { passwordProblem } from "./passwordProblems.ts";
import { hashPassword, isPassword } from "./passwords.ts";
import { isSignUpAddress, SIGN_UP_ADDRESS_RULE } from "./schema.ts";
import { deleteSignUps, findSignUp, insertAccount, insertSignUp } from "./store.ts";

/** The settings for sign-ups: who may sign up, and whether the address must be confirmed first. */
export interface SignUpSettings {
  /** `open`: anyone can sign up; `invited`: only holders of an invitation; `closed`: sign-ups are disabled. */
  readonly mode: "open" | "invited" | "closed";
  /** Whether a sign-up opens a session only after the user has opened the link in the e-mail. */
  readonly confirmsAddress: boolean;
}

const HOUR_MS = 3_600_000;
const VALID_MS = 24 * HOUR_MS;
/** Limit on sign-up e-mails per address, because anyone can sign up with any address. */
const SIGN_UP_EMAILS = { purpose: "sign-ups", max: 3, windowMs: HOUR_MS } as const;
const CONFIRMATIONS = { purpose: "sign-up confirmations", max: 10, windowMs: HOUR_MS } as const;

/** Throws `forbidden_role` if the mode does not allow this sign-up. */
export function refuseSignUp({ mode }: SignUpSettings, isInvited: boolean): void {
  if (mode === "open" || (mode === "invited" && isInvited)) return;
  throw new ApiError(
    "forbidden_role",
    mode === "closed"
      ? "This server accepts no sign-ups. Ask its operator for an account."
      : "This server accepts sign-ups by invitation only: open the link of the invitation.",
    { required: mode === "closed" ? "an account from the operator" : "an invitation" },
  );
}

/**
 * Stores a sign-up and sends an e-mail with its link. If the address belongs to a user, the e-mail says instead that the recipient already
 * has an account. The steps before the response are the same in both cases, so that the response time does not reveal whether the address
 * belongs to a user. Throws `validation_failed` for an address or a password that is not accepted.
 */
export async function requestSignUp(
  { database, clock }: Context,
  emailOutbox: EmailOutbox,
  wanted: { readonly name: string; readonly email: string; readonly password: string },
): Promise<void> {
  const { name, password } = wanted;
  const email = wanted.email.toLowerCase();
  if (!isSignUpAddress(email)) throw invalid({ path: "/email", message: SIGN_UP_ADDRESS_RULE });
  const problem = passwordProblem(password, { email, name });
  if (problem !== undefined) throw invalid({ path: "/password", message: problem });
  const now = clock.now();
  const password_hash = await hashPassword(password);
  if (!(await allowQuota(database, { ...SIGN_UP_EMAILS, subject: email }, now)).isAllowed) return;
  const token = newLinkToken();
  const row = { id: newId(), email, name, password_hash, expires_at: now + VALID_MS, created_at: now };
  await database.query(insertSignUp, { ...row, token_sha256: hashOfToken(token) });
  const isKnown = (await userIdByEmail(database, email)) !== null;
  const address = emailOutbox.address();
  const message: Email = isKnown
    ? knownAddressEmail(email, address)
    : signUpEmail(email, `${address}/confirm-sign-up?token=${token}`);
  // Does not wait for the delivery, because the response time must not depend on the mail server. `deliver` logs its failures.
  void emailOutbox.deliver(message);
}

/** Returns the address of a sign-up that can still be confirmed, or undefined for an invalid or expired token. */
export async function findOpenSignUp(
  { database, clock }: Context,
  token: string,
): Promise<string | undefined> {
  const [row] = await database.query(findSignUp, { token_sha256: hashOfToken(token), now: clock.now() });
  return row?.email;
}

/**
 * Creates the user of a sign-up. The password must equal the password of the sign-up, so that a stranger who opens the link
 * cannot confirm the sign-up. Returns the address, or undefined if the link is no longer valid. Throws `validation_failed` for
 * a different password, and `rate_limited` after ten attempts within an hour.
 */
export async function confirmSignUp(
  { database, clock }: Context,
  token: string,
  password: string,
): Promise<string | undefined> {
  const now = clock.now();
  const token_sha256 = hashOfToken(token);
  await useQuota(
    database,
    { ...CONFIRMATIONS, subject: token },
    now,
    "Too many attempts to confirm this sign-up. Try again later.",
  );
  const [found] = await database.query(findSignUp, { token_sha256, now });
  if (found === undefined) return undefined;
  if (!(await isPassword(password, found.password_hash)))
    throw invalid({ path: "/password", message: "must be the password chosen at sign-up" });
  return database.transaction(async (tx) => {
    const { email, name, password_hash } = found;
    const deleted = await tx.query(deleteSignUps, { email });
    // Another confirmation of the sign-up has committed first, or the address already belongs to a user.
    if (deleted.length === 0 || (await userIdByEmail(tx, email)) !== null) return undefined;
    const { id } = await createUser(tx, { email, ...namesOf(name), now });
    const account = { id: newId(), user_id: id, provider_id: "credential", account_id: id };
    await tx.query(insertAccount, { ...account, password_hash, created_at: now });
    confirmEmail(tx, id, now);
    return email;
  });
}
