import type { FieldProblem } from "../../../kernel/errors.ts";
import { nullsOf, type RowOf, type ValuesOf } from "../../../platform/database/index.ts";
import { clientTexts } from "../../../tables/clients.ts";
import { applyAnswers, type ClientField, type FieldAnswers } from "./customFields.ts";
import type { ClientChanges } from "./schema.ts";
import { searchVector } from "./searchWords.ts";
import { sortKeyOf } from "./sortKey.ts";
import { detailColumns } from "./store.ts";

/**
 * The details of a client from a request. Texts are trimmed and never empty. `online_booking_blocked_at` is in milliseconds, or
 * null if the client may book online.
 */
export type ClientDetails = ValuesOf<typeof detailColumns>;

export const EMPTY_DETAILS: ClientDetails = {
  ...nullsOf(detailColumns),
  first_name: "",
  custom_fields: {},
};

/**
 * Applies changes to details: an absent field keeps its value, null clears it, and answers are merged by field. A client who is already
 * blocked keeps the original time of the block. The schema has validated the request; this function validates the answers against the
 * fields of the business.
 */
export function applyChanges(
  before: ClientDetails,
  changes: ClientChanges,
  fields: readonly ClientField[],
  now: number,
): { details: ClientDetails; problems: FieldProblem[] } {
  const { answers, problems } = applyAnswers(fields, before.custom_fields, changes.custom_fields ?? {});
  const isBlocked = changes.online_booking_blocked ?? false;
  return {
    problems,
    details: {
      first_name: changes.first_name?.trim() ?? before.first_name,
      ...clientTextsBy((name) => textAfter(before[name], changes[name])),
      custom_fields: answers,
      online_booking_blocked_at:
        changes.online_booking_blocked === undefined
          ? before.online_booking_blocked_at
          : isBlocked
            ? (before.online_booking_blocked_at ?? now)
            : null,
      patch_test_at: changes.patch_test_at === undefined ? before.patch_test_at : changes.patch_test_at,
    },
  };
}

export function changedFields(before: ClientDetails, after: ClientDetails): string[] {
  const names = Object.keys(EMPTY_DETAILS) as (keyof ClientDetails)[];
  return names.filter((name) =>
    name === "custom_fields"
      ? !sameAnswers(before.custom_fields, after.custom_fields)
      : before[name] !== after[name],
  );
}

/** Converts details to the columns of the row, including the columns derived from them. */
export function detailValues(businessId: string, details: ClientDetails) {
  return {
    ...details,
    last_name_sort: sortKeyOf(details.last_name),
    first_name_sort: sortKeyOf(details.first_name),
    search_words: searchVector(businessId, details),
  };
}

type ClientTexts = RowOf<typeof clientTexts>;
const textNames = Object.keys(clientTexts) as (keyof ClientTexts)[];

/** Calls `textOf` for the name of each optional text of a client, and returns the results by name. */
export function clientTextsBy(textOf: (name: keyof ClientTexts) => string | null): ClientTexts {
  return Object.fromEntries(textNames.map((name) => [name, textOf(name)])) as ClientTexts;
}

function textAfter(before: string | null, sent: string | null | undefined): string | null {
  return sent === undefined ? before : sent?.trim() || null;
}

/** Compares answers regardless of the order of their keys, which jsonb does not preserve. */
function sameAnswers(before: FieldAnswers, after: FieldAnswers): boolean {
  const names = Object.keys(before);
  return names.length === Object.keys(after).length && names.every((name) => before[name] === after[name]);
}
