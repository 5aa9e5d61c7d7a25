import { newId } from "../../../kernel/ids.ts";
import type { Reader } from "../../../platform/database/index.ts";
import { eventLoop } from "../../../platform/limits/index.ts";
import { menuImports } from "../../business/services/index.ts";
import type { FileRow } from "./kind.ts";
import { comparable } from "./namedRecords.ts";
import { type ReadService, type ServiceReader, serviceOf } from "./serviceOf.ts";

/** The number of rows that are processed in one turn of the event loop. */
const ROWS_PER_PIECE = 50;

/** The outcome of a row of services. */
export interface ServiceDecision {
  readonly rowNumber: number;
  readonly outcome: "created" | "matched" | "refused";
  /** The id of the new or matched service; null for a row that cannot be imported. */
  readonly serviceId: string | null;
  readonly read: ReadService;
}

/**
 * Returns a function that decides, page by page and in file order, whether a row creates a service or matches a service on the
 * menu. A row matches a service with the same name and category, ignoring case; a row without a category matches by the name
 * alone. Importing a file twice therefore creates each service once.
 */
export async function servicePlanner(
  database: Reader,
  businessId: string,
  reader: ServiceReader,
): Promise<(rows: readonly FileRow[]) => Promise<ServiceDecision[]>> {
  const idOf = new Map<string, string>();
  const add = (id: string, name: string, category: string | null) => {
    for (const key of [keyOf(name, category), nameOnly(name)]) if (!idOf.has(key)) idOf.set(key, id);
  };
  for (const { id, name, category } of await menuImports.services(database, businessId))
    add(id, name, category);

  function decisionOf(rowNumber: number, read: ReadService): ServiceDecision {
    const { service, category } = read;
    if (service === null) return { rowNumber, read, outcome: "refused", serviceId: null };
    const known = idOf.get(category === null ? nameOnly(service.name) : keyOf(service.name, category));
    if (known !== undefined) return { rowNumber, read, outcome: "matched", serviceId: known };
    const serviceId = newId();
    add(serviceId, service.name, category);
    return { rowNumber, read, outcome: "created", serviceId };
  }

  return async (rows) => {
    const decisions: ServiceDecision[] = [];
    for (let at = 0; at < rows.length; at += ROWS_PER_PIECE) {
      const piece = rows.slice(at, at + ROWS_PER_PIECE);
      await eventLoop.run(businessId, () => {
        for (const { row_number, cells } of piece)
          decisions.push(decisionOf(row_number, serviceOf(cells ?? [], reader)));
      });
    }
    return decisions;
  };
}

function keyOf(name: string, category: string | null): string {
  return `${comparable(category ?? "")}\n${comparable(name)}`;
}

function nameOnly(name: string): string {
  return comparable(name);
}
