import type { FastifyRequest } from "fastify";

/**
 * Returns the method and route of a request for metrics and the log. The route is the pattern (`/api/v1/businesses/:business`). The
 * requested path is not used, because it contains ids and tokens.
 */
export function routeName(request: FastifyRequest): { readonly method: string; readonly route: string } {
  return {
    method: KNOWN_METHODS.has(request.method) ? request.method : "(other)",
    route: request.is404 ? "(none)" : (request.routeOptions.url ?? "(none)"),
  };
}

const KNOWN_METHODS: ReadonlySet<string> = new Set([
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
]);
