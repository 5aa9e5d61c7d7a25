import { definition } from "./definition.js";
import { lists } from "./lists.js";
import { callBusiness } from "./requests.js";

/**
 * The time for which the ids of delivered events are stored. Daybook's last retry is 14 hours and 36 minutes after the first
 * attempt.
 */
const REMEMBERED_SECONDS = 24 * 60 * 60;
const SAMPLES = 3;

function triggerOf({ key, event, noun, label, description, sample, outputFields }) {
  /** Subscribes a Zap's URL. Does not store the secret of the subscription. */
  const performSubscribe = async (z, bundle) => {
    const body = { url: bundle.targetUrl, events: [event], source: "zapier" };
    const { id } = await callBusiness(z, bundle, { method: "POST", path: "/webhooks", body });
    return { id };
  };

  /** Removes the subscription of a deactivated Zap. Succeeds if the subscription no longer exists. */
  const performUnsubscribe = async (z, bundle) => {
    const { id } = bundle.subscribeData;
    try {
      await callBusiness(z, bundle, { method: "DELETE", path: `/webhooks/${id}` });
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    return { id };
  };

  /**
   * Passes a delivery to the Zap. Ignores events that the Zap has already received, because Zapier does not recognise repeated
   * deliveries.
   */
  const perform = async (z, bundle) => {
    const delivered = bundle.cleanedRequest;
    const zap = bundle.meta?.zap?.id;
    if (zap === undefined) return [delivered];
    const seen = `${zap}:${delivered.id}`;
    if (await z.cache.get(seen)) return [];
    await z.cache.set(seen, true, REMEMBERED_SECONDS);
    return [delivered];
  };

  /** Returns the newest events in the form of deliveries. */
  const performList = async (z, bundle) => {
    const query = { type: event, order: "newest", limit: SAMPLES };
    return (await callBusiness(z, bundle, { path: "/events", query })).items;
  };

  /** Returns the output fields of the delivery form that the business has chosen. */
  const fieldsOfBusiness = async (z, bundle) => {
    const { webhook_payload: form } = await callBusiness(z, bundle, { path: "" });
    return outputFields[form];
  };

  return {
    key,
    noun,
    display: { label, description },
    operation: {
      type: "hook",
      performSubscribe,
      performUnsubscribe,
      perform,
      performList,
      sample,
      outputFields: [fieldsOfBusiness],
    },
  };
}

const isNotFound = (error) => /"status":404/.test(error.message);

export const triggers = {
  ...Object.fromEntries(definition.triggers.map((trigger) => [trigger.key, triggerOf(trigger)])),
  ...lists,
};
