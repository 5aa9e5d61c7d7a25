import type { Ids, Stories, StoryContext } from "../story.ts";

const holdBody = ({ location, service }: Ids) => ({
  location_id: location,
  starts_at: "2026-05-11T09:00:00+02:00",
  items: [{ service_id: service, staff_id: "any" }],
});

/** The public operations of the booking page. */
export const BOOKING_STORIES: Stories = {
  getPublicBusiness: { before: publish },
  getPublicMenu: { before: publish },
  requestVisitorCode: { body: () => ({ email: "zoe@example.com", language: "de" }) },
  submitVisitorCode: { before: requestCode, body: ({ digits }) => ({ code: digits }) },
  findPublicAvailability: {
    before: publish,
    query: ({ location, service }) => ({
      location_id: String(location),
      service_ids: String(service),
      from: "2026-05-11T09:00:00+02:00",
      to: "2026-05-11T10:00:00+02:00",
    }),
  },
  createHold: { before: publish, body: holdBody },
  extendHold: { before: held },
  deleteHold: { before: held },
};

/** A hold of a published location. */
export async function held(context: StoryContext): Promise<Ids> {
  await publish(context);
  const { server, ids } = context;
  const url = `/api/v1/public/businesses/${ids.slug}/holds`;
  const { body } = await server.send({ method: "POST", url, payload: holdBody(ids) });
  return { hold_token: body.data.hold_token };
}

/** Publishes the salon's location. */
export async function publish({ ask, ids }: StoryContext): Promise<Ids> {
  await ask("owner", "PUT", `/locations/${ids.location}/publishing`, { published: true });
  return {};
}

/** A code of Zoë's address, and its digits from the e-mail. */
export async function requestCode({ server, ids }: StoryContext): Promise<Ids> {
  const url = `/api/v1/public/businesses/${ids.slug}/codes`;
  const { body } = await server.send({ method: "POST", url, payload: { email: "zoe@example.com" } });
  const digits = /^\d{6}$/m.exec(server.emails.at(-1)?.text ?? "")?.[0] ?? "";
  return { code: body.data.id, digits };
}
