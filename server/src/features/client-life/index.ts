export { clientLifeChores } from "./chores.ts";
export { eraseDeletedClients } from "./eraseDeletedClients.ts";
export { mergeClients } from "./mergeClients.ts";
export { clientLifeRoutes } from "./routes.ts";
