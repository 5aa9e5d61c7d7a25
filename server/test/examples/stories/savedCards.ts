import type { Ids, Stories, StoryContext } from "../story.ts";
import { heldAndProven } from "./booking.ts";
import { connect } from "./till.ts";

const CONSENT = "I agree that €20.00 is charged to my card if I do not come.";

export const SAVED_CARD_STORIES: Stories = {
  listSavedCards: { before: cardOf },
  deleteSavedCard: { before: cardOf },
};

/** Books online with a card under a policy with a fee. Returns the client and the card. */
async function cardOf(context: StoryContext): Promise<Ids> {
  const { ask, ids, server } = context;
  await connect(context);
  const no_show_fee = { kind: "amount", amount: { amount: 2000, currency: "EUR" } };
  const policy = await ask("owner", "PUT", "/policies", {
    cancellation_window_minutes: 1440,
    no_show_fee,
    card_required: true,
  });
  const ready = await heldAndProven(context);
  const url = `/api/v1/public/businesses/${ids.slug}`;
  const headers = { "visitor-token": String(ready.visitor_token) };
  const booking = {
    client: { first_name: "Yara", last_name: "Haddad" },
    policy_version: policy.body.data.version,
    language: "en",
    card_consent: CONSENT,
  };
  const { hold_token } = ready;
  const payment = { method: "POST", url: `${url}/holds/${hold_token}/payment`, headers } as const;
  await server.send({ ...payment, payload: booking });
  for (const { id, status } of server.stripe.setups.values())
    if (status === "requires_payment_method") server.stripe.entersCard(id);
  await server.send({
    method: "POST",
    url: `${url}/bookings`,
    headers,
    payload: { ...booking, hold_token },
  });
  const query = `location_id=${ids.location}&from=2026-05-11T00:00:00Z&to=2026-05-12T00:00:00Z`;
  const { body } = await ask("key", "GET", `/appointments?${query}`);
  const online = body.data.items.find((each: { source: string }) => each.source === "online");
  const client = String(online?.client_id);
  const cards = await ask("owner", "GET", `/clients/${client}/saved-cards`);
  return { client, saved_card: String(cards.body.data.items[0]?.id) };
}
