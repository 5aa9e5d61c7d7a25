/**
 * Signs in at a server and returns the headers that a browser would send with the session, because the SDK does not handle cookies.
 * `origin` is the origin of the server's public URL, if it has one.
 */
export async function sessionAt(
  address: string,
  who: { readonly email: string; readonly password: string },
  origin = address,
): Promise<Record<string, string>> {
  const answer = await fetch(`${address}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify(who),
  });
  if (answer.status !== 200) throw new Error(`The sign-in answered ${answer.status}: ${await answer.text()}`);
  return { cookie: String(answer.headers.getSetCookie()[0]?.split(";")[0]) };
}
