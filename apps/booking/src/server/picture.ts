/** Returns the path of a picture on the page's own origin; undefined if there is no picture. */
export function pathOf(url: string | null): string | undefined {
  return url === null ? undefined : new URL(url).pathname;
}
