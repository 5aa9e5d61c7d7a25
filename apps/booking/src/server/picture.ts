/** Returns the path of a picture on the page's own origin; undefined without a picture. */
export function pathOf(url: string | null): string | undefined {
  return url === null ? undefined : new URL(url).pathname;
}
