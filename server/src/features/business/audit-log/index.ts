export { eraseAuditOf, exportAudit } from "./ofClient.ts";
export { auditLogRoutes } from "./routes.ts";
