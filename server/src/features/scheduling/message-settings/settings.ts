import { isDeepStrictEqual } from "node:util";
import { utcOrNull } from "@daybook/engine";
import { type FieldProblem, refuseIf } from "../../../kernel/errors.ts";
import type { Reader, Transaction } from "../../../platform/database/index.ts";
import type { MessageTexts } from "../../../tables/scheduling.ts";
import { LANGUAGES } from "../../business/booking-page/index.ts";
import { lockBusiness } from "../../business/businesses/index.ts";
import {
  NOTIFICATION_KINDS,
  PLACEHOLDERS,
  rescheduleReminders,
  unknownPlaceholders,
} from "../appointment-notifications/index.ts";
import type { MessageSettingsInputValues, MessageSettingsRecord, MessageTextsInputValues } from "./schema.ts";
import { findSettings, writeSettings } from "./store.ts";

const DEFAULT_REMINDER_HOURS = 24;
const NO_TEXTS: MessageTexts = { subject: null, introduction: null, closing: null, text_message: null };

/** Reads the settings; if none are stored, returns the defaults of a new business. */
export async function readMessageSettings(
  reader: Reader,
  businessId: string,
): Promise<MessageSettingsRecord> {
  const [row] = await reader.query(findSettings, { businessId });
  return {
    messages: messagesOf(row?.messages ?? {}),
    reminder_hours_before: row?.reminder_hours_before ?? DEFAULT_REMINDER_HOURS,
    updated_at: utcOrNull(row?.updated_at ?? null),
  };
}

/**
 * Replaces all settings; writes nothing if they are unchanged. Moves pending reminders to the new number of hours before the start. Throws
 * `validation_failed` for invalid settings.
 */
export async function replaceMessageSettings(
  tx: Transaction,
  businessId: string,
  { messages = {}, reminder_hours_before = DEFAULT_REMINDER_HOURS }: MessageSettingsInputValues,
  now: number,
): Promise<MessageSettingsRecord> {
  refuseIf(
    NOTIFICATION_KINDS.flatMap((kind) =>
      LANGUAGES.flatMap((language) =>
        textProblems(messages[kind]?.texts?.[language], `/messages/${kind}/texts/${language}`),
      ),
    ),
  );
  await lockBusiness(tx, businessId);
  const before = await readMessageSettings(tx, businessId);
  const settings = { messages: messagesOf(messages), reminder_hours_before };
  if (isDeepStrictEqual({ ...before, ...settings }, before)) return before;
  tx.write(writeSettings, { business_id: businessId, ...settings, updated_at: now });
  if (reminder_hours_before !== before.reminder_hours_before)
    rescheduleReminders(tx, businessId, reminder_hours_before, now);
  return readMessageSettings(tx, businessId);
}

/** Returns the problems of texts with unknown placeholders. */
export function textProblems(texts: MessageTextsInputValues | undefined, path: string): FieldProblem[] {
  return Object.entries(texts ?? {}).flatMap(([name, text]) =>
    unknownPlaceholders(text ?? "")
      .slice(0, 1)
      .map((placeholder) => ({
        path: `${path}/${name}`,
        message: `must not contain the unknown placeholder {${placeholder}}: the accepted placeholders are ${PLACEHOLDERS.map((known) => `{${known}}`).join(", ")}`,
      })),
  );
}

/** Returns the texts; absent and empty texts become null. */
export function textsOf(sent: MessageTextsInputValues | undefined): MessageTexts {
  const { subject, introduction, closing, text_message } = sent ?? NO_TEXTS;
  return {
    subject: subject || null,
    introduction: introduction || null,
    closing: closing || null,
    text_message: text_message || null,
  };
}

function messagesOf(sent: NonNullable<MessageSettingsInputValues["messages"]>) {
  return Object.fromEntries(
    NOTIFICATION_KINDS.map((kind) => {
      const { enabled = true, texts = {} } = sent[kind] ?? {};
      const all = Object.fromEntries(LANGUAGES.map((language) => [language, textsOf(texts[language])]));
      return [kind, { enabled, texts: all }];
    }),
  ) as MessageSettingsRecord["messages"];
}
