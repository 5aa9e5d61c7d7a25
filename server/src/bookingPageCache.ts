export interface RenderedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Stored<Page> {
  readonly version: string;
  readonly period: number;
  readonly page: Page;
}

const MAX_PAGES = 200;
const MAX_KEY_LENGTH = 500;
/** A page shows the opening hours of the local day. In every time zone, a day begins at a full quarter of an hour in UTC. */
const PERIOD_MS = 15 * 60_000;

interface BookingPageCache<Page> {
  /** Returns the cached page with this key, or renders the page. Stores only pages that are the same for all visitors. */
  page(slug: string, key: string, render: () => Promise<Page>): Promise<Page>;
  /**
   * Looks up a cached page. Resolves to undefined if the cached page is outdated. Returns undefined instead of a promise if no page is
   * cached for the key.
   */
  find(slug: string, key: string): Promise<Page | undefined> | undefined;
}

/**
 * Creates a cache of rendered start pages. Each page is valid for one version of the settings of its business. The version is
 * read before a page is rendered and again before it is served from the cache, so a page is never older than the last committed
 * change.
 */
export function bookingPageCache<Page extends RenderedPage>({
  versionOf,
  now,
}: {
  /** Returns the version of all data that the pages of a slug show; undefined for an unknown slug. */
  readonly versionOf: (slug: string) => Promise<string | undefined>;
  readonly now: () => number;
}): BookingPageCache<Page> {
  const pages = new Map<string, Stored<Page>>();
  const currentPeriod = () => Math.floor(now() / PERIOD_MS);

  /** Returns the stored page if it was rendered from this version and in the current period. */
  function current(stored: Stored<Page> | undefined, version: string | undefined): Page | undefined {
    return stored?.version === version && stored?.period === currentPeriod() ? stored.page : undefined;
  }

  /** The lookups of versions, by slug, that begin after the current turn of the event loop. */
  const waiting = new Map<string, Promise<string | undefined>>();

  /**
   * Reads the version once for all requests that arrive in one turn of the event loop. The lookup begins after the turn, so the result
   * includes all changes committed before each request.
   */
  function sharedVersionOf(slug: string): Promise<string | undefined> {
    const known = waiting.get(slug);
    if (known !== undefined) return known;
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    waiting.set(slug, promise);
    setImmediate(() => {
      waiting.delete(slug);
      resolve(versionOf(slug));
    });
    return promise;
  }

  return {
    async page(slug, key, render) {
      if (key.length > MAX_KEY_LENGTH) return render();
      const version = await versionOf(slug);
      if (version === undefined) return render();
      const found = current(pages.get(key), version);
      if (found !== undefined) return found;
      const period = currentPeriod();
      const page = await render();
      pages.delete(key);
      if (mayBeStored(page)) pages.set(key, { version, period, page });
      const oldest = pages.keys().next().value;
      if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
      return page;
    },
    find(slug, key) {
      const stored = pages.get(key);
      return stored === undefined
        ? undefined
        : sharedVersionOf(slug).then((version) => current(stored, version));
    },
  };
}

/** Returns whether a page is the same for all visitors, which is the case if browsers may store it. */
function mayBeStored({ status, headers }: RenderedPage): boolean {
  return status === 200 && headers["cache-control"] === "no-cache";
}
