export { eraseClientEntries, exportClientEntries } from "./clientEntries.ts";
export { auditLogRoutes } from "./routes.ts";
