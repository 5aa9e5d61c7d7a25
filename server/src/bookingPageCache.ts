/** A page that was rendered for a request. */
export interface RenderedPage {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Kept<Page> {
  readonly version: number;
  readonly period: number;
  readonly page: Page;
}

const MAX_PAGES = 200;
const MAX_KEY_LENGTH = 500;
/** A page shows the opening hours of the local day, which begins at a multiple of a quarter of an hour in every time zone. */
const PERIOD_MS = 15 * 60_000;

/**
 * Stores rendered start pages in memory, each for one version of the settings of its business. The version is read before a page is
 * rendered and again before it is served, so a page is never older than the last committed change.
 */
export function bookingPageCache<Page extends RenderedPage>({
  versionOf,
  now,
}: {
  /** Returns the version of everything that the pages of a slug show; undefined for an unknown slug. */
  readonly versionOf: (slug: string) => Promise<number | undefined>;
  readonly now: () => number;
}) {
  const pages = new Map<string, Kept<Page>>();

  return {
    /** Returns the page with this key from memory, or renders it. Stores only pages that are the same for all visitors. */
    async page(slug: string, key: string, render: () => Promise<Page>): Promise<Page> {
      if (key.length > MAX_KEY_LENGTH) return render();
      const version = await versionOf(slug);
      if (version === undefined) return render();
      const period = Math.floor(now() / PERIOD_MS);
      const known = pages.get(key);
      if (known?.version === version && known.period === period) return known.page;
      const page = await render();
      pages.delete(key);
      if (mayBeKept(page)) pages.set(key, { version, period, page });
      const oldest = pages.keys().next().value;
      if (pages.size > MAX_PAGES && oldest !== undefined) pages.delete(oldest);
      return page;
    },
  };
}

/** Whether a page is the same for all visitors: it is, if browsers may store it. */
function mayBeKept({ status, headers }: RenderedPage): boolean {
  return status === 200 && headers["cache-control"] === "no-cache";
}
