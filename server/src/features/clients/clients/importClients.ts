import type { Reader, Transaction } from "../../../platform/database/index.ts";
import { updateTime } from "../../../platform/updateTimes.ts";
import { applyChanges, detailValues, EMPTY_DETAILS } from "./clientDetails.ts";
import type { ClientField } from "./customFields.ts";
import {
  deleteImported,
  insertClients,
  listByContact,
  listNamesakes,
  lockImported,
  type NamesakeRow,
} from "./importStore.ts";
import type { ClientInput } from "./schema.ts";
import { sortKeyOf } from "./sortKey.ts";

/** A client to create from an imported row, with the new id. */
export interface ImportedClient {
  readonly id: string;
  readonly client: ClientInput;
}

/**
 * Creates the clients of an import without publishing events, so that no webhook and no e-mail is sent. The caller must have
 * checked the values against the schema and `fields`.
 */
export async function importClients(
  tx: Transaction,
  {
    businessId,
    createdBy,
    clients,
    fields,
    now,
  }: {
    readonly businessId: string;
    readonly createdBy: string | null;
    readonly clients: readonly ImportedClient[];
    readonly fields: readonly ClientField[];
    readonly now: number;
  },
): Promise<void> {
  if (clients.length === 0) return;
  const createdAt = (await updateTime(tx))(now);
  const rows = clients.map(({ id, client }) => {
    const { details } = applyChanges(EMPTY_DETAILS, client, fields, now);
    return {
      ...detailValues(businessId, details),
      id,
      business_id: businessId,
      created_by: createdBy,
      version: 1,
      created_at: createdAt,
      updated_at: createdAt,
    };
  });
  tx.write(insertClients, { rows });
}

/** A stored client with the same name or contact as a person in a file. */
export interface Namesake {
  readonly id: string;
  readonly key: string;
  readonly email: string | null;
  readonly phone_e164: string | null;
}

/** Returns the clients whose name equals the name of one of these people, ignoring case and accents. */
export async function findNamesakes(
  reader: Reader,
  businessId: string,
  people: readonly Pick<ClientInput, "first_name" | "last_name">[],
): Promise<Namesake[]> {
  const names = people.map((person) => ({
    last_name_sort: sortKeyOf(person.last_name ?? null),
    first_name_sort: sortKeyOf(person.first_name),
  }));
  return (await reader.query(listNamesakes, { businessId, names })).map(keyed);
}

/** Returns the clients with one of these telephone numbers (E.164) or e-mail addresses, ignoring the case of e-mail addresses. */
export async function findByContact(
  reader: Reader,
  businessId: string,
  { phones, emails }: { readonly phones: readonly string[]; readonly emails: readonly string[] },
): Promise<Namesake[]> {
  const lowered = emails.map((email) => email.toLowerCase());
  return (await reader.query(listByContact, { businessId, phones, emails: lowered })).map(keyed);
}

function keyed({ last_name_sort, first_name_sort, ...row }: NamesakeRow): Namesake {
  return { ...row, key: `${last_name_sort}\n${first_name_sort}` };
}

/** Returns the key for comparing names. */
export function nameKeyOf({ first_name, last_name }: Pick<ClientInput, "first_name" | "last_name">): string {
  return `${sortKeyOf(last_name ?? null)}\n${sortKeyOf(first_name)}`;
}

/** Locks the given clients that were not changed or deleted after their import, and returns their ids. */
export async function lockUnchanged(
  tx: Transaction,
  businessId: string,
  clientIds: readonly string[],
): Promise<string[]> {
  return (await tx.query(lockImported, { businessId, clientIds })).map(({ id }) => id);
}

/** Deletes the rows of clients. The audit log keeps their data. Fails if another record references one of the clients. */
export function removeImported(tx: Transaction, businessId: string, clientIds: readonly string[]): void {
  tx.write(deleteImported, { businessId, clientIds });
}
