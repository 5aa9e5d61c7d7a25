import type { BlobStore } from "../../platform/blobs/index.ts";
import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { type ExportFiles, exportJobs, exportRoutes } from "./exports/index.ts";
import { importJobs, importRoutes } from "./imports/index.ts";

export type { ExportFiles } from "./exports/index.ts";

/** Returns the routes for imports into Daybook and exports from it. `blobs` contains the files of exports. */
export function routes(context: Context, blobs: BlobStore): Route[] {
  return [...importRoutes(context), ...exportRoutes(context, blobs)];
}

/** Returns the jobs of imports and exports; without `writer`, another process must write the exports. */
export function jobs(
  context: Context,
  options: { readonly blobs: BlobStore; readonly writer: ExportFiles | null },
): Job[] {
  return [...importJobs(context), ...exportJobs(context, options)];
}
