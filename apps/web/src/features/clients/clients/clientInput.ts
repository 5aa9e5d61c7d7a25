import type { Client, DataOf } from "@daybook/sdk";

export type ClientField = DataOf<"get", "/businesses/{business}">["client_fields"][number];

/** The values of the client form as strings, empty if the client has no value. */
export interface ClientValues {
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone_e164: string;
  readonly alert: string;
  readonly patch_test_at: string;
  readonly custom_fields: Readonly<Record<string, string>>;
}

export interface ClientPatch {
  first_name?: string;
  last_name?: string | null;
  email?: string | null;
  phone_e164?: string | null;
  alert?: string | null;
  patch_test_at?: string | null;
  custom_fields?: Record<string, string | boolean | null>;
}

const TEXTS = ["first_name", "last_name", "email", "phone_e164", "alert", "patch_test_at"] as const;
export type TextField = (typeof TEXTS)[number];

export function valuesOf(client: Client | undefined, fields: readonly ClientField[]): ClientValues {
  return {
    first_name: client?.first_name ?? "",
    last_name: client?.last_name ?? "",
    email: client?.email ?? "",
    phone_e164: client?.phone_e164 ?? "",
    alert: client?.alert ?? "",
    patch_test_at: client?.patch_test_at ?? "",
    custom_fields: Object.fromEntries(
      fields.map(({ id }) => [id, answerText(client?.custom_fields[id])] as const),
    ),
  };
}

/** Returns only the fields that differ from `before`, so that concurrent changes of other fields are not overwritten. */
export function changesBetween(
  before: ClientValues,
  after: ClientValues,
  fields: readonly ClientField[],
): ClientPatch {
  const patch: ClientPatch = {};
  for (const name of TEXTS) {
    const value = after[name].trim();
    if (value === before[name]) continue;
    if (name === "first_name") patch.first_name = value;
    else patch[name] = value === "" ? null : value;
  }
  const answers = fields
    .filter(({ id }) => (after.custom_fields[id] ?? "") !== (before.custom_fields[id] ?? ""))
    .map((field) => [field.id, answerOf(field, after.custom_fields[field.id] ?? "")] as const);
  if (answers.length > 0) patch.custom_fields = Object.fromEntries(answers);
  return patch;
}

function answerOf({ type }: ClientField, text: string): string | boolean | null {
  if (text.trim() === "") return null;
  return type === "yes_no" ? text === "yes" : text.trim();
}

function answerText(answer: string | boolean | undefined): string {
  if (answer === undefined) return "";
  if (typeof answer === "boolean") return answer ? "yes" : "no";
  return answer;
}
