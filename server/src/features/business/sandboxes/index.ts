export { sandboxJobs } from "./advance.ts";
export { sandboxRoutes } from "./routes.ts";
export { findSandboxes, SANDBOX_SLUG } from "./sandboxes.ts";
export { Sandbox } from "./schema.ts";
export { addTestClock } from "./testClock.ts";
