import { type Formats, formatsOf, LANGUAGES, type Language, type Translate, translator } from "@daybook/i18n";
import { type KioskMessages, kioskTexts } from "@daybook/i18n/kiosk";
import { createContext } from "preact";
import { useContext } from "preact/hooks";

export type Texts = Translate<KioskMessages>;

export interface Speech {
  readonly language: Language;
  readonly t: Texts;
  readonly formats: Formats;
}

/** Loads the messages of all languages, so that a client can change the language without a connection. */
export async function loadTexts(): Promise<ReadonlyMap<Language, Texts>> {
  const loaded = await Promise.all(
    LANGUAGES.map(
      async (language) => [language, translator(await kioskTexts.load(language), language) as Texts] as const,
    ),
  );
  return new Map(loaded);
}

export function speechOf(
  texts: ReadonlyMap<Language, Texts>,
  language: Language,
  country: string | undefined,
): Speech {
  return { language, t: texts.get(language) as Texts, formats: formatsOf(language, country) };
}

export const SpeechContext = createContext<Speech | undefined>(undefined);

/** Returns the messages and formats of the chosen language. */
export function useSpeech(): Speech {
  return useContext(SpeechContext) as Speech;
}
