export { changeClient } from "./changeClient.ts";
export { createClient } from "./createClient.ts";
export { lockClientForVisit } from "./lockForVisit.ts";
export { clientRoutes } from "./routes.ts";
