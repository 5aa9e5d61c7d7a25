import { HOOKS } from "../recordingApp.ts";
import type { Stories } from "../story.ts";

export const WEBHOOK_STORIES: Stories = {
  createWebhookEndpoint: {
    body: () => ({
      url: `${HOOKS}/accounts?team=7`,
      events: ["appointment.completed", "appointment.no_show", "client.updated"],
    }),
  },
  updateWebhookEndpoint: {
    body: () => ({ url: `${HOOKS}/accounts?team=8`, events: ["appointment.completed", "client.updated"] }),
  },
  listWebhookDeliveries: { query: () => ({ status: "succeeded" }) },
  listEvents: { query: () => ({ type: "appointment.updated,appointment.completed" }) },
};
