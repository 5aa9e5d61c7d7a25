import { type Static, Type } from "typebox";
import { Id, input, line, nullable, record, utc, words } from "../../../platform/http/shapes.ts";
import { PictureUrl } from "../pictures/index.ts";

/** The languages of pages and e-mails. */
export const LANGUAGES = ["en", "de", "fr", "es"] as const;
export const WAITLIST_MODES = ["off", "manual", "automatic"] as const;
const MAX_ORIGINS = 20;

const text = (maxLength: number, description: string) => nullable(line(maxLength, description));

const PageTexts = record(
  "BookingPageTexts",
  "Texts of the booking page in one language; null: the standard text",
  {
    heading: text(120, "Above the menu"),
    introduction: text(2000, "Below the heading"),
    confirmation: text(2000, "After a booking"),
  },
);

const Texts = record(
  "BookingPageTextsByLanguage",
  "Texts by language",
  Object.fromEntries(LANGUAGES.map((language) => [language, PageTexts])) as Record<
    (typeof LANGUAGES)[number],
    typeof PageTexts
  >,
);

const Accent = Type.String({
  pattern: "^#[0-9a-fA-F]{6}$",
  description: "Accent colour: buttons and links. Its contrast to white must be at least 3:1",
  examples: ["#0f766e"],
});
const Origins = Type.Array(
  Type.String({
    maxLength: 255,
    description: "An origin",
    examples: ["https://www.salon-lindenhof.example"],
  }),
  {
    maxItems: MAX_ORIGINS,
    uniqueItems: true,
    description: "Origins of pages that may embed the booking page, with https",
  },
);
const MAX_FIELDS = 200;
const ClientFieldIds = nullable(
  Type.Array(Id, {
    maxItems: MAX_FIELDS,
    uniqueItems: true,
    description: "The client fields that new clients fill in; null for all fields",
  }),
);
const WaitlistMode = words(
  WAITLIST_MODES,
  "Whether clients can join a waitlist, and whether staff or the server offers freed time",
);

export const BookingPage = record("BookingPage", "Settings of the booking page", {
  texts: Texts,
  accent_color: Accent,
  accent_text_color: Type.String({
    description: "Colour of text on the accent colour: black or white, whichever is readable",
    examples: ["#ffffff"],
  }),
  origins: Origins,
  waitlist_mode: WaitlistMode,
  client_field_ids: ClientFieldIds,
  logo_url: PictureUrl("Logo"),
  updated_at: nullable(utc("When it last changed; null: the settings of a new business")),
});

const TextsInput = input(
  "BookingPageTextsInput",
  "Texts of one language; an absent text is the standard one",
  {
    heading: Type.Optional(PageTexts.properties.heading),
    introduction: Type.Optional(PageTexts.properties.introduction),
    confirmation: Type.Optional(PageTexts.properties.confirmation),
  },
);

/** The request body of PUT, which replaces all settings: absent fields get their defaults. */
export const BookingPageInput = input("BookingPageInput", "All settings of the booking page", {
  texts: Type.Optional(
    input(
      "BookingPageTextsByLanguageInput",
      "Texts by language",
      Object.fromEntries(LANGUAGES.map((language) => [language, Type.Optional(TextsInput)])) as Record<
        (typeof LANGUAGES)[number],
        ReturnType<typeof Type.Optional<typeof TextsInput>>
      >,
    ),
  ),
  accent_color: Type.Optional(Accent),
  origins: Type.Optional(Origins),
  waitlist_mode: Type.Optional(WaitlistMode),
  client_field_ids: Type.Optional(ClientFieldIds),
});

export type BookingPageRecord = Static<typeof BookingPage>;
/** The settings without the logo, which has a separate upload operation. */
export type BookingPageSettings = Omit<BookingPageRecord, "logo_url">;
export type BookingPageInputValues = Static<typeof BookingPageInput>;
