export function linkTo(path: string, parameters: readonly (readonly [string, string])[]): string {
  const search = new URLSearchParams(parameters.map(([name, value]) => [name, value]));
  return search.size === 0 ? path : `${path}?${search}`;
}
