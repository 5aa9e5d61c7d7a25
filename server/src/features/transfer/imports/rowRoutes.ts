import { Type } from "typebox";
import { notFound } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { errorsCsv } from "./errorsCsv.ts";
import { IMPORT_KINDS } from "./kinds.ts";
import { listRows } from "./rowStore.ts";
import { ImportRowPage, ImportRowQuery } from "./schema.ts";
import { findImport } from "./store.ts";

const tag = "Imports";
const ONE = "/businesses/:business/imports/:import";
const access = appOnly("owner", "manager");

/** Returns the routes with which owners and managers read the rows of an import. */
export function importRowRoutes({ database }: Context): Route[] {
  return [
    route({
      method: "GET",
      path: `${ONE}/rows`,
      access,
      operationId: "listImportRows",
      tag,
      summary: "List the rows of an import",
      description: "Sorted as in the file.",
      query: ImportRowQuery,
      data: ImportRowPage,
      run: async ({ businessId, params, query }) => {
        const importId = params.import;
        const [row] = await database.query(findImport, { businessId, importId });
        if (row === undefined) throw notFound();
        const limit = query.limit ?? PAGE_SIZE;
        const listing = { ...query, list: "import rows", businessId, importId };
        const [afterNumber] = keyOfCursor(listing, query.cursor, ["integer"]) ?? [0];
        const rows = await database.query(listRows, {
          businessId,
          importId,
          afterNumber,
          outcome: query.outcome ?? null,
          withProblems: query.with_problems === true,
          limit: limit + 1,
        });
        const records = await IMPORT_KINDS[row.kind].records(database, businessId, row, rows);
        const recordOf = new Map(records.map((record) => [record.row_number, record]));
        const data = pageOf(
          listing,
          rows,
          limit,
          (each) => [each.row_number],
          ({ row_number }) => recordOf.get(row_number) as (typeof records)[0],
        );
        return { data };
      },
    }),
    route({
      method: "GET",
      path: `${ONE}/errors`,
      access,
      operationId: "exportImportErrors",
      tag,
      summary: "Export the import rows with errors as CSV",
      description:
        "Returns a CSV file with the columns of the imported file and a column with the problems. Contains the first rows with problems, up to 10 MB. Cells that a spreadsheet would run as a formula start with an apostrophe.",
      data: Type.String(),
      fileMediaTypes: ["text/csv"],
      large: true,
      run: async ({ businessId, params }) => {
        const [row] = await database.query(findImport, { businessId, importId: params.import });
        if (row === undefined) throw notFound();
        const text = await errorsCsv(database, businessId, row);
        return { document: { mediaType: "text/csv", text, fileName: "import-problems.csv" } };
      },
    }),
  ];
}
