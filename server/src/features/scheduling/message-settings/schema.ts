import { type Static, Type } from "typebox";
import { input, line, nullable, record, utc, words } from "../../../platform/http/shapes.ts";
import { LANGUAGES } from "../../business/booking-page/index.ts";
import { NOTIFICATION_KINDS, PLACEHOLDERS } from "../appointment-notifications/index.ts";

const MAX_REMINDER_HOURS = 168;

type Kind = (typeof NOTIFICATION_KINDS)[number];
type Language = (typeof LANGUAGES)[number];

const ofEach = <Name extends string, S>(names: readonly Name[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<Name, S>;

const placeholders = PLACEHOLDERS.map((name) => `\`{${name}}\``).join(", ");
const text = (maxLength: number, description: string) =>
  nullable(line(maxLength, `${description}; null: the standard text. May contain ${placeholders}`));

const texts = {
  subject: text(150, "Subject"),
  introduction: text(2000, "Replaces the sentence below the greeting"),
  closing: nullable(line(2000, `Above the name of the business; null: nothing. May contain ${placeholders}`)),
  text_message: text(
    300,
    "The text message (SMS) to clients without an e-mail address; the manage link follows it",
  ),
};

const MessageTexts = record("MessageTexts", "Texts of a message in one language", texts);
const Enabled = Type.Boolean({
  description: "Whether clients get this message, as an e-mail or as a text message",
});

const Message = record("MessageSetting", "Settings of one kind of message", {
  enabled: Enabled,
  texts: record(
    "MessageTextsByLanguage",
    "Texts by language",
    ofEach<Language, typeof MessageTexts>(LANGUAGES, MessageTexts),
  ),
});

const ReminderHours = Type.Integer({
  minimum: 1,
  maximum: MAX_REMINDER_HOURS,
  description: "Hours between the reminder and the start of the appointment",
});

export const MessageSettings = record("MessageSettings", "Settings of the messages to clients", {
  messages: record(
    "MessageSettingsByKind",
    "Settings by kind of message",
    ofEach<Kind, typeof Message>(NOTIFICATION_KINDS, Message),
  ),
  reminder_hours_before: ReminderHours,
  updated_at: nullable(utc("When they last changed; null: the settings of a new business")),
});

const MessageTextsInput = input("MessageTextsInput", "Texts of a message in one language", {
  subject: Type.Optional(texts.subject),
  introduction: Type.Optional(texts.introduction),
  closing: Type.Optional(texts.closing),
  text_message: Type.Optional(texts.text_message),
});

const MessageInput = input("MessageSettingInput", "Settings of one kind of message", {
  enabled: Type.Optional(Enabled),
  texts: Type.Optional(
    input(
      "MessageTextsByLanguageInput",
      "Texts by language",
      ofEach<Language, ReturnType<typeof Type.Optional<typeof MessageTextsInput>>>(
        LANGUAGES,
        Type.Optional(MessageTextsInput),
      ),
    ),
  ),
});

/** The request body of PUT, which replaces all settings: absent fields get their defaults. */
export const MessageSettingsInput = input("MessageSettingsInput", "All settings of the messages to clients", {
  messages: Type.Optional(
    input(
      "MessageSettingsByKindInput",
      "Settings by kind of message",
      ofEach<Kind, ReturnType<typeof Type.Optional<typeof MessageInput>>>(
        NOTIFICATION_KINDS,
        Type.Optional(MessageInput),
      ),
    ),
  ),
  reminder_hours_before: Type.Optional(ReminderHours),
});

/** The request body of a preview or a test e-mail. Without `texts`, the message contains the saved texts. */
export const MessagePreviewInput = input("MessagePreviewInput", "A message with these texts", {
  kind: words(NOTIFICATION_KINDS, "The kind of message"),
  language: words(LANGUAGES, "Language of the message"),
  texts: Type.Optional(MessageTextsInput),
});

export const MessagePreview = record("MessagePreview", "The messages about an example appointment", {
  subject: Type.String({ description: "Subject" }),
  sender_name: Type.String({ description: "Name of the sender" }),
  text: Type.String({ description: "Plain-text body" }),
  html: Type.String({ description: "HTML body" }),
  text_message: nullable(
    record("TextMessagePreview", "A text message about an example appointment", {
      text: Type.String({ description: "The text, with the manage link" }),
      parts: Type.Integer({
        minimum: 1,
        description: "Number of messages that the text needs, with 160 characters each",
      }),
    }),
    "The text message (SMS); null: this installation sends none",
  ),
});

export const TestMessage = record("TestMessage", "A test e-mail that was queued", {
  sent_to: Type.String({ description: "Address of the user" }),
});

export type MessageSettingsRecord = Static<typeof MessageSettings>;
export type MessageSettingsInputValues = Static<typeof MessageSettingsInput>;
export type MessagePreviewInputValues = Static<typeof MessagePreviewInput>;
export type MessageTextsInputValues = Static<typeof MessageTextsInput>;
