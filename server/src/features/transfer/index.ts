import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import type { Job } from "../../platform/jobs/index.ts";
import { importJobs, importRoutes } from "./imports/index.ts";

/** Returns the routes that import data into Daybook. */
export function routes(context: Context): Route[] {
  return importRoutes(context);
}

export function jobs(context: Context): Job[] {
  return importJobs(context);
}
