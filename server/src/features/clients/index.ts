export { changeClient } from "./changeClient.ts";
export { createClient } from "./createClient.ts";
export { lockClientForVisit } from "./lockForVisit.ts";
export { isOwnClient } from "./readClients.ts";
export { clientRoutes } from "./routes.ts";
