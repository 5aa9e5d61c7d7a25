import { Type } from "typebox";
import { notFound } from "../../../kernel/errors.ts";
import type { BlobStore } from "../../../platform/blobs/index.ts";
import type { Context } from "../../../platform/context.ts";
import { keyOfCursor, PAGE_SIZE, pageOf } from "../../../platform/http/cursor.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { useQuota } from "../../../platform/limits/index.ts";
import { createExport, exportRecord, readExport } from "./records.ts";
import { Export, ExportPage, ExportQuery } from "./schema.ts";
import { listExports } from "./store.ts";

const tag = "Exports";
const COLLECTION = "/businesses/:business/exports";
const ONE = `${COLLECTION}/:export` as const;
const access = appOnly("owner");
/** Limits exports, because each export reads all data of the business. */
const EXPORTS = { purpose: "exports", max: 5, windowMs: 86_400_000 } as const;

/** Returns the routes with which owners export their business. The blob store contains the files. */
export function exportRoutes({ database, clock }: Context, blobs: BlobStore): Route[] {
  return [
    route({
      method: "GET",
      path: COLLECTION,
      access,
      operationId: "listExports",
      tag,
      summary: "List exports",
      description: "Newest first.",
      query: ExportQuery,
      data: ExportPage,
      run: async ({ businessId, query }) => {
        const limit = query.limit ?? PAGE_SIZE;
        const listing = { ...query, list: "exports", businessId };
        const [afterCreatedAt, afterId] = keyOfCursor(listing, query.cursor, ["instant", "id"]) ?? [
          null,
          null,
        ];
        const page = { businessId, afterCreatedAt, afterId, limit: limit + 1 };
        const rows = await database.query(listExports, page);
        return { data: pageOf(listing, rows, limit, (row) => [row.created_at, row.id], exportRecord) };
      },
    }),
    route({
      method: "POST",
      path: COLLECTION,
      access,
      operationId: "createExport",
      tag,
      summary: "Create an export",
      description:
        "A worker writes all data of the business into one file, without passwords, keys and secrets. A business can create five exports in 24 hours.",
      data: Export,
      status: 201,
      run: async ({ businessId, caller, storeResponse }) => {
        const message = `A business can create ${EXPORTS.max} exports in 24 hours. Try again later.`;
        await useQuota(database, { ...EXPORTS, subject: businessId }, clock.now(), message);
        return database.transaction(async (tx) => {
          const creation = { businessId, userId: caller.userId, now: clock.now() };
          return storeResponse(tx, { data: createExport(tx, creation) });
        });
      },
    }),
    route({
      method: "GET",
      path: ONE,
      access,
      operationId: "getExport",
      tag,
      summary: "Get an export",
      description: "Includes the progress.",
      data: Export,
      run: async ({ businessId, params }) => ({
        data: exportRecord(await readExport(database, businessId, params.export)),
      }),
    }),
    route({
      method: "GET",
      path: `${ONE}/file`,
      access,
      operationId: "getExportFile",
      tag,
      summary: "Get the file of an export",
      description:
        "Returns a gzip-compressed tar file, for 24 hours after the file was written. Returns 404 before the export is ready and after the file has expired.",
      data: Type.String(),
      fileMediaTypes: ["application/gzip"],
      run: async ({ businessId, params }) => {
        const { id, status, expires_at, created_at } = await readExport(database, businessId, params.export);
        if (status !== "ready" || expires_at === null || expires_at <= clock.now()) throw notFound();
        const blob = await blobs.get({ businessId, id });
        if (blob === null) throw notFound();
        const fileName = `daybook-export-${new Date(created_at).toISOString().slice(0, 10)}.daybook`;
        return {
          file: { mediaType: "application/gzip", length: blob.length, stream: blob.stream, fileName },
        };
      },
    }),
  ];
}
