import type { FastifyRequest } from "fastify";
import { bookingPageCache } from "./bookingPageCache.ts";
import { pageVersionReader } from "./features/booking/public-business/index.ts";
import type { Context } from "./platform/context.ts";
import type { MemoryResponses } from "./platform/http/memoryResponses.ts";
import type { PreparedPage } from "./preparedPage.ts";

/**
 * Renders the start pages of booking pages. Start pages show the service menu, are the same for all visitors, and are cached.
 */
export interface StartPages extends MemoryResponses {
  /** Returns the cached start page of the request, or renders it. All other pages are always rendered. */
  readonly page: (request: FastifyRequest, render: () => Promise<PreparedPage>) => Promise<PreparedPage>;
}

const START_PAGE = /^\/b\/([a-z0-9-]{1,60})(?:\?|$)/;

export function openStartPages({ database, clock }: Pick<Context, "database" | "clock">): StartPages {
  const cache = bookingPageCache<PreparedPage>({
    versionOf: pageVersionReader(database),
    now: () => clock.now(),
  });
  return {
    page(request, render) {
      const slug = request.method === "GET" ? START_PAGE.exec(request.url)?.[1] : undefined;
      return slug === undefined ? render() : cache.page(slug, keyOf(request), render);
    },
    find(request) {
      const { url = "", headers } = request;
      const slug = START_PAGE.exec(url)?.[1];
      if (slug === undefined) return undefined;
      const response = cache.find(slug, keyOf({ url, headers }))?.then((page) => page?.response(headers));
      return response === undefined ? undefined : { route: "/b/:slug", caller: "none", response };
    },
  };
}

function keyOf({ url, headers }: Pick<FastifyRequest, "url" | "headers">): string {
  return `${headers["accept-language"] ?? ""} ${url}`;
}
