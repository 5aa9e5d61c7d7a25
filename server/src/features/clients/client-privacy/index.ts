export { eraseDeletedClients, erasureWork } from "./eraseDeletedClients.ts";
export { clientPrivacyJobs } from "./jobs.ts";
export { mergeClients } from "./mergeClients.ts";
export { clientPrivacyRoutes } from "./routes.ts";
