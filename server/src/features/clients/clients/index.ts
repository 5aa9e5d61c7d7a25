export { blockedContactKey, isBlockedContact } from "./blockedContacts.ts";
export { clientDetails } from "./clientPrivacy.ts";
export { createClient } from "./createClient.ts";
export { deleteClient } from "./deleteClient.ts";
export { clientEvents } from "./eventShapes.ts";
export { includeClients } from "./includeClients.ts";
export { lockClientAgainstDeletion } from "./lockAgainstDeletion.ts";
/** Further locks against the deletion of a client. */
export * as clientLocks from "./locks.ts";
export { assertClient, isOwnClient } from "./readClients.ts";
export { clientRoutes } from "./routes.ts";
export { Client, ClientSummary } from "./schema.ts";
export { updateClient } from "./updateClient.ts";
