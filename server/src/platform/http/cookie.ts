/** Returns the unparsed value of a cookie in a `Cookie` header; undefined if the header does not contain the cookie. */
export function cookieValue(header: string | undefined, name: string): string | undefined {
  const pair = (header ?? "").split(";").find((candidate) => candidate.trimStart().startsWith(`${name}=`));
  return pair?.slice(pair.indexOf("=") + 1).trim();
}
