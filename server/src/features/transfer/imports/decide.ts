import { newId } from "../../../kernel/ids.ts";
import type { Reader as DatabaseReader } from "../../../platform/database/index.ts";
import { clientDetails } from "../../clients/clients/index.ts";
import { clientOf, type ReadRow, type RowReader } from "./clientOf.ts";
import { listExternalIds, listImportedClients } from "./clientStore.ts";

/** The decision about a row. */
export interface Decision {
  readonly rowNumber: number;
  readonly outcome: "created" | "matched" | "refused";
  /** The id of the new or matched client; null for a refused row. */
  readonly clientId: string | null;
  readonly read: ReadRow;
}

/** A client that a row can match: a stored client, or one that an earlier row creates. */
interface Person {
  readonly clientId: string;
  readonly externalId: string | null;
  readonly email: string | null;
  readonly phone: string | null;
}

/** A row of a file with its cells. */
export interface FileRow {
  readonly row_number: number;
  readonly cells: readonly string[] | null;
}

/**
 * Returns a function that decides, page by page and in file order, whether a row creates a client or matches an existing one. A row
 * matches a client who has the same external id in an import from the same program (without a preset, the name must be equal too),
 * the same name and telephone number, or the same name and e-mail address. A row with only a name matches a client with only that
 * name, unless their external ids differ. Importing a file twice therefore creates each client once, and family members who share a
 * telephone number stay separate.
 */
export function rowDecider(
  database: DatabaseReader,
  reader: RowReader,
  { businessId, preset }: { readonly businessId: string; readonly preset: string },
): (rows: readonly FileRow[]) => Promise<Decision[]> {
  const clientsByExternalId = new Map<string, Set<string>>();
  const earlierPeople = new Map<string, Person[]>();

  async function storedPeople(rows: readonly ReadRow[]): Promise<Map<string, Person[]>> {
    const externalIds = rows.flatMap(({ externalId }) => externalId ?? []);
    const [known, namesakes] = await Promise.all([
      database.query(listImportedClients, { businessId, preset, externalIds }),
      clientDetails.namesakes(
        database,
        businessId,
        rows.flatMap(({ client }) => client ?? []),
      ),
    ]);
    for (const { external_id, client_id } of known) addExternalId(external_id, client_id);
    const clientIds = namesakes.map(({ id }) => id);
    const idsOf = new Map(
      (await database.query(listExternalIds, { businessId, preset, clientIds })).map((row) => [
        row.client_id,
        row.external_id,
      ]),
    );
    const people = new Map<string, Person[]>();
    for (const { id, key, email, phone_e164 } of namesakes) {
      const person = { clientId: id, externalId: idsOf.get(id) ?? null, email, phone: phone_e164 };
      people.set(key, [...(people.get(key) ?? []), person]);
    }
    return people;
  }

  function addExternalId(externalId: string, clientId: string): void {
    clientsByExternalId.set(externalId, (clientsByExternalId.get(externalId) ?? new Set()).add(clientId));
  }

  function decisionOf(rowNumber: number, read: ReadRow, stored: ReadonlyMap<string, Person[]>): Decision {
    const { client, externalId } = read;
    if (client === null) return { rowNumber, read, outcome: "refused", clientId: null };
    const key = clientDetails.nameKey(client);
    const earlier = earlierPeople.get(key) ?? [];
    const person: Person = {
      clientId: newId(),
      externalId,
      email: client.email ?? null,
      phone: client.phone_e164 ?? null,
    };
    const namesakes = [...(stored.get(key) ?? []), ...earlier];
    const numbered = clientsByExternalId.get(externalId ?? "") ?? new Set();
    // Several programs without a preset may number their clients from 1, so their ids identify a client only together with the
    // name.
    const byId =
      preset === "other"
        ? namesakes.find((one) => numbered.has(one.clientId))?.clientId
        : numbered.values().next().value;
    const match = byId ?? namesakes.find((one) => isSame(one, person))?.clientId;
    const clientId = match ?? person.clientId;
    if (externalId !== null) addExternalId(externalId, clientId);
    if (match !== undefined) return { rowNumber, read, outcome: "matched", clientId };
    earlierPeople.set(key, [...earlier, person]);
    return { rowNumber, read, outcome: "created", clientId };
  }

  return async (rows) => {
    const read = rows.map(({ row_number, cells }) => ({ row_number, read: clientOf(cells ?? [], reader) }));
    const stored = await storedPeople(read.map((row) => row.read));
    return read.map((row) => decisionOf(row.row_number, row.read, stored));
  };
}

/**
 * Whether two people with the same name are the same client. People without contact details are different clients if both have an
 * external id.
 */
function isSame(one: Person, other: Person): boolean {
  if (one.phone !== null && one.phone === other.phone) return true;
  if (one.email !== null && one.email.toLowerCase() === other.email?.toLowerCase()) return true;
  const isNameOnly = [one.phone, one.email, other.phone, other.email].every((contact) => contact === null);
  return isNameOnly && (one.externalId === null || other.externalId === null);
}
