/** Returns the unparsed value of a cookie in a `Cookie` header; undefined if the header has no cookie with this name. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const pair = (header ?? "").split(";").find((candidate) => candidate.trimStart().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf("=") + 1).trim();
}
