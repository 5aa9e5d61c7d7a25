import type { Clock } from "../../../kernel/clock.ts";
import { systemClock } from "../../../kernel/clock.ts";
import type { RowOf } from "../../../platform/database/index.ts";
import type { accountColumns, sessionColumns, userColumns, verificationColumns } from "./store.ts";

/**
 * Returns functions that convert instants between Daybook's clock and the system clock. better-auth always reads the system clock. The
 * clocks differ only in tests that set Daybook's clock.
 */
export function betweenClocks(clock: Clock) {
  const ahead = () => clock.now() - systemClock.now();
  return {
    /** Converts a date from better-auth to an instant of Daybook's clock. */
    ours: (date: unknown): number => (date instanceof Date ? date.getTime() + ahead() : clock.now()),
    /** Converts an instant of Daybook's clock to a date for better-auth. */
    theirs: (at: number): Date => new Date(at - ahead()),
  };
}

type Theirs = (at: number) => Date;

/** Converts a user row to a user of better-auth. The `name` of the result contains the first and the last name. */
export function userOf(row: RowOf<typeof userColumns>, theirs: Theirs) {
  return {
    id: row.id,
    email: row.email,
    name: [row.first_name, row.last_name].filter(Boolean).join(" "),
    emailVerified: row.email_verified,
    image: null,
    createdAt: theirs(row.created_at),
    updatedAt: theirs(row.updated_at),
  };
}

export function sessionOf(row: RowOf<typeof sessionColumns>, token: string, theirs: Theirs) {
  return {
    id: row.id,
    userId: row.user_id,
    token,
    expiresAt: theirs(row.expires_at),
    ipAddress: row.ip_address,
    userAgent: row.user_agent,
    createdAt: theirs(row.created_at),
    updatedAt: theirs(row.updated_at),
  };
}

export function accountOf(row: RowOf<typeof accountColumns>, theirs: Theirs) {
  return {
    id: row.id,
    userId: row.user_id,
    providerId: row.provider_id,
    accountId: row.account_id,
    password: row.password_hash,
    createdAt: theirs(row.created_at),
    updatedAt: theirs(row.updated_at),
  };
}

export function verificationOf(row: RowOf<typeof verificationColumns>, theirs: Theirs) {
  return {
    id: row.id,
    identifier: row.identifier,
    value: row.value,
    expiresAt: theirs(row.expires_at),
    createdAt: theirs(row.created_at),
    updatedAt: theirs(row.updated_at),
  };
}

/** Splits a name: the first word is the first name, the rest is the last name. */
export function namesOf(name: string): { firstName: string; lastName: string | null } {
  const [firstName = "", ...rest] = name.trim().split(/\s+/);
  return { firstName, lastName: rest.length === 0 ? null : rest.join(" ") };
}
