import { openProgress, type Progress, sealProgress } from "./progress.ts";
import { expecting, type Visit } from "./visit.ts";

const REMEMBERED_MS = 90 * 24 * 60 * 60_000;

/**
 * Returns the data that the script stores for a visitor who asked to be remembered: the e-mail address or phone number to show,
 * and the encrypted visitor token. If the server no longer accepts the token, returns `forget`, which makes the script delete
 * the stored data.
 */
export function rememberedData({ host, slug, progress }: Visit): Readonly<Record<string, string>> {
  const { visitorToken, isRemembered, isForgotten, channel = "email", email, phone } = progress;
  if (isForgotten === true) return { forget: "1" };
  const contact = channel === "phone" ? phone : email;
  if (visitorToken === undefined || isRemembered !== true || contact === undefined) return {};
  const sealed = sealProgress(host, slug, { visitorToken, channel, [channel]: contact }, REMEMBERED_MS);
  return { remember: JSON.stringify({ contact, sealed }) };
}

/** Adds the remembered visitor to the progress if the token is still valid. */
export async function withRemembered(visit: Visit): Promise<Progress> {
  const { api, host, slug, request, progress } = visit;
  const sealed = request.form.get("visitor") ?? "";
  if (sealed === "" || progress.visitorToken !== undefined) return progress;
  const { visitorToken, channel, email, phone } = openProgress(host, slug, sealed);
  if (visitorToken === undefined) return { ...progress, isForgotten: true };
  const found = await expecting(["unauthenticated"], () =>
    api.get("/public/businesses/{slug}/visitor", { path: { slug }, visitorToken }),
  );
  if (found.error !== undefined) return { ...progress, isForgotten: true };
  const { people } = found.value;
  const [first] = people;
  const { person: _, ...kept } = progress;
  return {
    ...kept,
    visitorToken,
    people: people.slice(0, 12),
    ...(channel === undefined ? {} : { channel }),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(first !== undefined && people.length === 1 ? { person: first.ref } : {}),
  };
}
