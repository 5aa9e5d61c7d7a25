import { newId } from "../../../kernel/ids.ts";
import type { Reader as DatabaseReader } from "../../../platform/database/index.ts";
import { eventLoop } from "../../../platform/limits/index.ts";
import { clientDetails } from "../../clients/clients/index.ts";
import { clientOf, type ReadRow, type RowReader } from "./clientOf.ts";
import { listExternalIds, listImportedClients } from "./clientStore.ts";
import type { FileRow } from "./kind.ts";
import { Namesakes, type Person } from "./namesakes.ts";

/** The number of rows that are processed in one turn of the event loop. */
const ROWS_PER_PIECE = 50;

/** The outcome of a row of clients. */
export interface ClientDecision {
  readonly rowNumber: number;
  readonly outcome: "created" | "matched" | "refused";
  /** The id of the new or matched client; null for a row that cannot be imported. */
  readonly clientId: string | null;
  readonly read: ReadRow;
}

/**
 * Returns a function that decides, page by page and in file order, whether a row creates a client or matches an existing one. A row matches
 * a client who has the same external id in an import from the same program (for an import without a preset, the name must be equal too),
 * the same name and telephone number, or the same name and e-mail address. A row with only a name matches a client with only that name,
 * unless their external ids differ. Importing a file twice therefore creates each client once, and family members who share a telephone
 * number stay separate.
 */
export function rowDecider(
  database: DatabaseReader,
  reader: RowReader,
  { businessId, preset }: { readonly businessId: string; readonly preset: string },
): (rows: readonly FileRow[]) => Promise<ClientDecision[]> {
  const clientsByExternalId = new Map<string, Set<string>>();
  const earlierPeople = new Map<string, Namesakes>();

  async function storedPeople(rows: readonly ReadRow[]): Promise<Map<string, Namesakes>> {
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
    const people = new Map<string, Namesakes>();
    for (const { id, key, email, phone_e164 } of namesakes) {
      const person = { clientId: id, externalId: idsOf.get(id) ?? null, email, phone: phone_e164 };
      addTo(people, key, person);
    }
    return people;
  }

  function addExternalId(externalId: string, clientId: string): void {
    const known = clientsByExternalId.get(externalId);
    if (known === undefined) clientsByExternalId.set(externalId, new Set([clientId]));
    else known.add(clientId);
  }

  function decisionOf(
    rowNumber: number,
    read: ReadRow,
    stored: ReadonlyMap<string, Namesakes>,
  ): ClientDecision {
    const { client, externalId } = read;
    if (client === null) return { rowNumber, read, outcome: "refused", clientId: null };
    const key = clientDetails.nameKey(client);
    const person = {
      clientId: newId(),
      externalId,
      email: client.email ?? null,
      phone: client.phone_e164 ?? null,
    };
    const namesakes = [stored.get(key), earlierPeople.get(key)].filter((each) => each !== undefined);
    const numbered = clientsByExternalId.get(externalId ?? "") ?? new Set();
    // Several programs without a preset may number their clients from 1, so an external id identifies a client only together with the name.
    const byId =
      preset === "other" ? first(namesakes, (each) => each.oneOf(numbered)) : numbered.values().next().value;
    const match = byId ?? first(namesakes, (each) => each.sameAs(person));
    const clientId = match ?? person.clientId;
    if (externalId !== null) addExternalId(externalId, clientId);
    if (match !== undefined) return { rowNumber, read, outcome: "matched", clientId };
    addTo(earlierPeople, key, person);
    return { rowNumber, read, outcome: "created", clientId };
  }

  return async (rows) => {
    const read: { readonly row_number: number; readonly read: ReadRow }[] = [];
    for (let at = 0; at < rows.length; at += ROWS_PER_PIECE) {
      const piece = rows.slice(at, at + ROWS_PER_PIECE);
      await eventLoop.run(businessId, () => {
        for (const { row_number, cells } of piece)
          read.push({ row_number, read: clientOf(cells ?? [], reader) });
      });
    }
    const stored = await storedPeople(read.map((row) => row.read));
    return read.map((row) => decisionOf(row.row_number, row.read, stored));
  };
}

function addTo(people: Map<string, Namesakes>, key: string, person: Person): void {
  const known = people.get(key) ?? new Namesakes();
  known.add(person);
  people.set(key, known);
}

/** Calls `find` for each group, in order, and returns the first client id found. */
function first(
  groups: readonly Namesakes[],
  find: (namesakes: Namesakes) => string | undefined,
): string | undefined {
  for (const group of groups) {
    const found = find(group);
    if (found !== undefined) return found;
  }
  return undefined;
}
