import { newId } from "../../../kernel/ids.ts";
import type { Context } from "../../../platform/context.ts";
import { queueEmail } from "../../../platform/email/index.ts";
import { appOnly, type Route, route } from "../../../platform/http/route.ts";
import { useQuota } from "../../../platform/limits/index.ts";
import { exampleMessages } from "./preview.ts";
import {
  MessagePreview,
  MessagePreviewInput,
  MessageSettings,
  MessageSettingsInput,
  TestMessage,
} from "./schema.ts";
import { readMessageSettings, replaceMessageSettings } from "./settings.ts";

const tag = "Account";
const PATH = "/businesses/:business/messages";
const access = appOnly("owner", "manager");
const TESTS_PER_HOUR = 30;

/**
 * Returns the routes for the message settings. `address` returns the base URL for links. `sendsTexts` is true if the operator has
 * configured a provider of text messages.
 */
export function messageSettingRoutes(
  { database, clock }: Context,
  { address, sendsTexts }: { readonly address: () => string; readonly sendsTexts: boolean },
): Route[] {
  return [
    route({
      method: "GET",
      path: PATH,
      access,
      operationId: "getMessageSettings",
      tag,
      summary: "Get the message settings",
      data: MessageSettings,
      run: async ({ businessId }) => ({ data: await readMessageSettings(database, businessId) }),
    }),
    route({
      method: "PUT",
      path: PATH,
      access,
      operationId: "replaceMessageSettings",
      tag,
      summary: "Replace the message settings",
      description:
        "Replaces all settings. Absent fields take their defaults. Reminders that are not sent yet are rescheduled to the new number of hours before the start.",
      body: MessageSettingsInput,
      data: MessageSettings,
      run: ({ businessId, body, write }) =>
        write(database, (tx) => replaceMessageSettings(tx, businessId, body, clock.now())),
    }),
    route({
      method: "POST",
      path: `${PATH}/preview`,
      access,
      operationId: "previewMessage",
      tag,
      summary: "Preview a message to clients",
      description:
        "Uses the texts in the request, or the saved texts if none are sent, and an example appointment. Changes nothing.",
      body: MessagePreviewInput,
      data: MessagePreview,
      run: ({ businessId, caller, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const about = { businessId, userId: caller.userId, appUrl: address(), now: clock.now() };
          const { email, textMessage } = await exampleMessages(tx, about, body);
          const { subject, senderName: sender_name = "", text, html = "" } = email;
          const text_message = sendsTexts ? textMessage : null;
          return storeResponse(tx, { data: { subject, sender_name, text, html, text_message } });
        }),
    }),
    route({
      method: "POST",
      path: `${PATH}/test`,
      access,
      operationId: "sendTestMessage",
      tag,
      summary: "Send a test e-mail to the signed-in user",
      description: `Uses the texts in the request, or the saved texts if none are sent, and an example appointment. A user can send ${TESTS_PER_HOUR} test e-mails an hour.`,
      body: MessagePreviewInput,
      data: TestMessage,
      errors: ["rate_limited"],
      run: ({ businessId, caller, body, storeResponse }) =>
        database.transaction(async (tx) => {
          const now = clock.now();
          const about = { businessId, userId: caller.userId, appUrl: address(), now };
          const { email, userEmail } = await exampleMessages(tx, about, body);
          const quota = {
            purpose: "test messages",
            subject: caller.userId,
            max: TESTS_PER_HOUR,
            windowMs: 3_600_000,
          };
          await useQuota(
            tx,
            quota,
            now,
            `A user can send ${TESTS_PER_HOUR} test e-mails an hour. Try again later.`,
          );
          // A test e-mail belongs to no client. It contains no calendar entry, because the entry would appear in the user's calendar.
          const { clientId: _client, calendar: _calendar, ...content } = email;
          queueEmail(tx, { ...content, purpose: `message-test:${newId()}` });
          return storeResponse(tx, { data: { sent_to: userEmail } });
        }),
    }),
  ];
}
