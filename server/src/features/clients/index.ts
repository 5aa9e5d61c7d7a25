export { changeClient } from "./changeClient.ts";
export { createClient } from "./createClient.ts";
export { deleteClient } from "./deleteClient.ts";
export { lockClientForVisit, lockClientOfVisit } from "./lockForVisit.ts";
export { assertClient, isOwnClient } from "./readClients.ts";
export { clientRoutes } from "./routes.ts";
