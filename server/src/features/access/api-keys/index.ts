export { type ApiKeyAuthenticator, apiKeyAuthenticator } from "./authenticator.ts";
export { type CreatedApiKey, createApiKey, type NewApiKey } from "./createApiKey.ts";
export { listApiKeys } from "./listApiKeys.ts";
export { revokeApiKey } from "./revokeApiKey.ts";
export { apiKeyRoutes } from "./routes.ts";
export { transferApiKeys } from "./transferApiKeys.ts";
