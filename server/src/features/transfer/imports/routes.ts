import type { Context } from "../../../platform/context.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { useQuota } from "../../../platform/limits/index.ts";
import { mapImport, readImport } from "./mapping.ts";
import { importRecords } from "./records.ts";
import { importRowRoutes } from "./rowRoutes.ts";
import { Import, ImportInput, ImportMapping, ImportPage, ImportQuery } from "./schema.ts";
import { listImports } from "./store.ts";
import { createImport, readFile } from "./upload.ts";
import { importWorkRoutes } from "./workRoutes.ts";

const tag = "Imports";
const COLLECTION = "/businesses/:business/imports";
const ONE = `${COLLECTION}/:import` as const;
const access = appOnly("owner", "manager");
const MAX_FILE_BYTES = 10 * 1024 * 1024;
/** Limits uploads, because a file that is never imported occupies space in the database until a job deletes it. */
const UPLOADS = { purpose: "uploads of imports", max: 60, windowMs: 3_600_000 } as const;

/** Returns the routes with which owners and managers import files from other programs. */
export function importRoutes(context: Context): Route[] {
  const { database, clock } = context;
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access,
      operationId: "listImports",
      tag,
      summary: "List imports",
      description: "Newest first. Undone imports are deleted.",
      query: ImportQuery,
      data: ImportPage,
      run: async ({ businessId, query }) => {
        const limit = query.limit ?? PAGE_SIZE;
        const listing = { ...query, list: "imports", businessId };
        const [afterCreatedAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [
          null,
          null,
        ];
        const page = { businessId, afterCreatedAt, afterId, limit: limit + 1 };
        const rows = await database.query(listImports, page);
        const records = await importRecords(database, businessId, rows);
        const recordOf = new Map(records.map((record) => [record.id, record]));
        const data = pageOf(
          listing,
          rows,
          limit,
          (row) => [row.created_at, row.id],
          ({ id }) => recordOf.get(id) ?? (records[0] as (typeof records)[0]),
        );
        return { data };
      },
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access,
      operationId: "createImport",
      tag,
      summary: "Create an import",
      description:
        "Detects encoding, separator and columns, and suggests a field for each column. Nothing is imported until the import is run.",
      upload: {
        part: "file",
        description:
          "A CSV file of at most 10 MB and 20,000 rows (2,000 for services, 5,000 for appointments), with names in its first line",
        mediaTypes: ["text/csv"],
        maxBytes: MAX_FILE_BYTES,
      },
      body: ImportInput,
      data: Import,
      status: 201,
      timeLimitSeconds: 60,
      large: true,
      run: async ({ businessId, body, file, storeResponse }) => {
        const read = await readFile(file);
        const message = `A business can upload ${UPLOADS.max} import files an hour. Try again later.`;
        await useQuota(database, { ...UPLOADS, subject: businessId }, clock.now(), message);
        return database.transaction(async (tx) => {
          const creation = { businessId, input: body, now: clock.now() };
          return storeResponse(tx, { data: await createImport(tx, read, creation) });
        });
      },
    }),
    route({
      method: "GET",
      path: ONE,
      access,
      operationId: "getImport",
      tag,
      summary: "Get an import",
      description: "Includes the progress. Returns 404 after the import is undone.",
      data: Import,
      run: async ({ businessId, params }) => ({
        data: await readImport(database, businessId, params.import),
      }),
    }),
    route({
      method: "PUT",
      path: `${ONE}/mapping`,
      access,
      operationId: "replaceImportMapping",
      tag,
      summary: "Replace the column mapping of an import",
      description:
        "Determines the outcome of every row without importing the rows. The response contains the number of rows for each outcome.",
      body: ImportMapping,
      data: Import,
      errors: ["invalid_transition"],
      timeLimitSeconds: 60,
      large: true,
      run: ({ businessId, params, body }) =>
        database.transaction(async (tx) => ({
          data: await mapImport(tx, { businessId, importId: params.import }, body, clock.now()),
        })),
    }),
    ...importRowRoutes(context),
    ...importWorkRoutes(context),
  ];
}
