import type { FieldProblem } from "../../../kernel/errors.ts";
import { dateOrNull } from "../../../kernel/instants.ts";
import { type ClientField, type FieldAnswers, withChanges } from "./customFields.ts";
import type { ClientChanges } from "./schema.ts";
import { searchWordsOf } from "./searchWords.ts";
import { sortKeyOf } from "./sortKey.ts";

/** What is written down about a client by hand. Text is trimmed and never empty: null where there is none. */
export interface ClientDetails {
  readonly first_name: string;
  readonly last_name: string | null;
  readonly email: string | null;
  readonly phone_e164: string | null;
  readonly alert: string | null;
  readonly custom_fields: FieldAnswers;
  /** Milliseconds since the epoch, or null while the client may book online. */
  readonly online_booking_blocked_at: number | null;
  readonly patch_test_at: string | null;
}

export const EMPTY_DETAILS: ClientDetails = {
  first_name: "",
  last_name: null,
  email: null,
  phone_e164: null,
  alert: null,
  custom_fields: {},
  online_booking_blocked_at: null,
  patch_test_at: null,
};

/**
 * A file after a change: absent fields stay, null clears, answers are merged by field. A client who is blocked
 * already stays blocked since then. The shape was checked at the door; the answers are checked here, against the
 * business's fields.
 */
export function applyChanges(
  file: ClientDetails,
  change: ClientChanges,
  fields: readonly ClientField[],
  now: number,
): { file: ClientDetails; problems: FieldProblem[] } {
  const { answers, problems } = withChanges(fields, file.custom_fields, change.custom_fields ?? {});
  const isBlocked = change.online_booking_blocked ?? false;
  return {
    problems,
    file: {
      first_name: change.first_name?.trim() ?? file.first_name,
      last_name: textAfter(file.last_name, change.last_name),
      email: textAfter(file.email, change.email),
      phone_e164: textAfter(file.phone_e164, change.phone_e164),
      alert: textAfter(file.alert, change.alert),
      custom_fields: answers,
      online_booking_blocked_at:
        change.online_booking_blocked === undefined
          ? file.online_booking_blocked_at
          : isBlocked
            ? (file.online_booking_blocked_at ?? now)
            : null,
      patch_test_at: change.patch_test_at === undefined ? file.patch_test_at : change.patch_test_at,
    },
  };
}

/** The names of the fields that differ, as the record and its event call them. */
export function changedFields(before: ClientDetails, after: ClientDetails): string[] {
  const names = Object.keys(EMPTY_DETAILS) as (keyof ClientDetails)[];
  return names.filter((name) =>
    name === "custom_fields"
      ? !sameAnswers(before.custom_fields, after.custom_fields)
      : before[name] !== after[name],
  );
}

/** The values of a file's columns, in the order in which both statements that write one take them, up to `search_words`. */
export function detailValues(businessId: string, file: ClientDetails): unknown[] {
  return [
    file.first_name,
    file.last_name,
    file.email,
    file.phone_e164,
    file.alert,
    JSON.stringify(file.custom_fields),
    dateOrNull(file.online_booking_blocked_at),
    file.patch_test_at,
    sortKeyOf(file.last_name),
    sortKeyOf(file.first_name),
    searchWordsOf(businessId, {
      firstName: file.first_name,
      lastName: file.last_name,
      email: file.email,
      phoneE164: file.phone_e164,
    }),
  ];
}

function textAfter(before: string | null, sent: string | null | undefined): string | null {
  return sent === undefined ? before : sent?.trim() || null;
}

/** jsonb keeps keys in an order of its own. */
function sameAnswers(before: FieldAnswers, after: FieldAnswers): boolean {
  const names = Object.keys(before);
  return names.length === Object.keys(after).length && names.every((name) => before[name] === after[name]);
}
