import type { Ids, Stories, StoryContext } from "../story.ts";
import { provenVisitor, publish } from "./booking.ts";
import { connect } from "./till.ts";

const WINDOWS = [{ from: "2026-05-11", to: "2026-05-29", weekdays: [2, 4], starts: "09:00", ends: "13:00" }];

const wishes = ({ location, service, staff }: Ids) => ({
  location_id: location,
  items: [{ service_id: service, staff_id: staff }],
  windows: WINDOWS,
  note: "I can come at an hour's notice",
});

const teamEntry = (ids: Ids) => ({ ...wishes(ids), client_id: ids.client, min_notice_minutes: 60 });

const offerBody = ({ service, staff }: Ids) => ({
  starts_at: "2026-05-12T09:00:00+02:00",
  items: [{ service_id: service, staff_id: staff }],
});

const joining = (ids: Ids) => ({
  ...wishes(ids),
  client: { first_name: "Yara", last_name: "Haddad", phone_e164: "+4915112345678" },
});

/** Stories for the waitlist operations of staff and visitors. */
export const WAITLIST_STORIES: Stories = {
  createWaitlistEntry: { body: teamEntry },
  listWaitlistEntries: { before: entered },
  getWaitlistEntry: { before: entered },
  updateWaitlistEntry: { before: entered, body: () => ({ priority: 1, note: null }) },
  cancelWaitlistEntry: { before: entered },
  joinWaitlist: {
    before: open,
    headers: ({ visitor_token }) => ({ "visitor-token": String(visitor_token) }),
    body: joining,
  },
  findWaitlistMatches: {
    before: entered,
    query: ({ location }) => ({ location_id: String(location), from: "2026-05-11", to: "2026-05-17" }),
  },
  findWaitlistEntryMatches: { before: entered, query: () => ({ from: "2026-05-12", to: "2026-05-12" }) },
  createWaitlistOffer: { before: enteredAndPublished, body: offerBody },
  withdrawWaitlistOffer: { before: offered },
  acceptWaitlistOffer: { before: offeredByLink, body: () => ({ policy_version: 1, language: "en" }) },
  createWaitlistOfferPayment: {
    before: offeredWithDeposit,
    body: () => ({ policy_version: 2, language: "en" }),
  },
  declineWaitlistOffer: { before: offeredByLink, body: ({ offer }) => ({ offer_id: offer }) },
  getWaitlistSettings: {},
  replaceWaitlistSettings: { body: () => ({ mode: "highest_value" }) },
  getJoinedWaitlistEntry: { before: joined },
  cancelJoinedWaitlistEntry: { before: joined },
};

async function entered({ ask, ids }: StoryContext): Promise<Ids> {
  const { body } = await ask("owner", "POST", "/waitlist", teamEntry(ids));
  return { entry: body.data.id };
}

async function enteredAndPublished(context: StoryContext): Promise<Ids> {
  await publish(context);
  return entered(context);
}

/** Creates a waitlist entry and offers it a time as the owner. Returns both ids. */
async function offered(context: StoryContext): Promise<Ids> {
  const { entry } = await enteredAndPublished(context);
  const made = await context.ask("owner", "POST", `/waitlist/${entry}/offers`, offerBody(context.ids));
  return { entry: String(entry), offer: made.body.data.id };
}

/**
 * Joins the waitlist as a visitor and offers a time as the owner. Returns the token of the waitlist link and the offer's id.
 */
async function offeredByLink(context: StoryContext): Promise<Ids> {
  const { token = "" } = await joined(context);
  const { server, ask, ids } = context;
  const url = `/api/v1/public/waitlist/${token}`;
  const { id } = (await server.send({ method: "GET", url })).body.data;
  const made = await ask("owner", "POST", `/waitlist/${id}/offers`, offerBody(ids));
  return { token, offer: made.body.data.id };
}

/** Like `offeredByLink`, under a policy with a deposit and with a connected online payment account. */
async function offeredWithDeposit(context: StoryContext): Promise<Ids> {
  await connect(context);
  const deposit = { kind: "percent", percent: 30 };
  await context.ask("owner", "PUT", "/policies", { cancellation_window_minutes: 1440, deposit });
  return offeredByLink(context);
}

/** Publishes the location, enables the waitlist and verifies the address of a new visitor. Returns the visitor's token. */
async function open(context: StoryContext): Promise<Ids> {
  await publish(context);
  await context.ask("owner", "PUT", "/booking-page", { waitlist_mode: "manual" });
  return provenVisitor(context);
}

/** Joins the waitlist as a visitor. Returns the token of the waitlist link. */
async function joined(context: StoryContext): Promise<Ids> {
  const { visitor_token } = await open(context);
  const { server, ids } = context;
  const { body } = await server.send({
    method: "POST",
    url: `/api/v1/public/businesses/${ids.slug}/waitlist`,
    headers: { "visitor-token": String(visitor_token) },
    payload: joining(ids),
  });
  return { token: String(body.data.waitlist_url).split("/").at(-1) ?? "" };
}
