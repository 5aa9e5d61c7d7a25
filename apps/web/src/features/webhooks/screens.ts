import { apiKeysTexts } from "@daybook/i18n/apiKeys";
import { settingsTexts } from "@daybook/i18n/settings";
import { webhooksTexts } from "@daybook/i18n/webhooks";
import type { Screen } from "../../base/screen.ts";

export const webhookScreens: readonly Screen[] = [
  {
    path: "settings/webhooks",
    entry: "settings",
    needs: "listWebhookEndpoints",
    texts: [webhooksTexts, settingsTexts, apiKeysTexts],
    load: () => import("./EndpointsPage.tsx"),
  },
  {
    path: "settings/webhooks/$endpoint",
    entry: "settings",
    needs: "listWebhookDeliveries",
    texts: [webhooksTexts, settingsTexts, apiKeysTexts],
    load: () => import("./EndpointPage.tsx"),
  },
];
