import type { Context } from "../../platform/context.ts";
import type { Route } from "../../platform/http/route.ts";
import { testEventRoutes } from "./test-events/index.ts";

/** Returns the sandbox routes that use other features. */
export function routes(context: Context): Route[] {
  return testEventRoutes(context);
}
