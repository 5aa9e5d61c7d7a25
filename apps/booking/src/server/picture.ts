/** Returns the path of a picture's URL, so that the page loads the picture from its own origin; undefined if there is no picture. */
export function pathOf(url: string | null): string | undefined {
  return url === null ? undefined : new URL(url).pathname;
}
