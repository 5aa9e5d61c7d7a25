import type { Ids, Stories, StoryContext } from "../story.ts";

export const SANDBOX_STORIES: Stories = {
  getTestClock: { as: "owner", before: sandbox },
  advanceTestClock: {
    as: "owner",
    before: sandbox,
    body: () => ({ to: "2026-06-01T09:00:00Z" }),
    refused: { 422: { before: sandbox, body: () => ({ to: "2020-01-01T00:00:00Z" }) } },
  },
  triggerTestEvent: {
    as: "owner",
    before: sandbox,
    body: () => ({ type: "appointment.created" }),
  },
};

async function sandbox({ server, as }: StoryContext): Promise<Ids> {
  const payload = {
    name: "Haarwerk",
    type: "salon",
    time_zone: "Europe/Berlin",
    currency: "EUR",
    country: "DE",
    sandbox: true,
  };
  const made = await server.send({
    method: "POST",
    url: "/api/v1/businesses",
    headers: as("owner"),
    payload,
  });
  if (made.status !== 201) throw new Error(`The sandbox answered ${made.status}.`);
  return { business: made.body.data.id };
}
