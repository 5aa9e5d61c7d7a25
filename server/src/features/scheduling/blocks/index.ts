export { createBlocks } from "./createBlocks.ts";
export { blockRoutes } from "./routes.ts";
export { SkippedDate } from "./schema.ts";
