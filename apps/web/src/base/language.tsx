import {
  type Area,
  type Formats,
  formatsOf,
  type Language,
  languageOf,
  type Messages,
  type Translate,
  type Translation,
  translator,
} from "@daybook/i18n";
import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";

const STORED = "daybook-language";

interface LanguageChoice {
  readonly language: Language;
  readonly choose: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: "en", choose: () => {} });

/** The language of the user's choice on this device, else of the browser. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  return languageOf([...(stored === null ? [] : [stored]), ...navigator.languages]);
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(storedLanguage);
  const choose = useCallback((chosen: Language) => {
    localStorage.setItem(STORED, chosen);
    // The areas on the page are loaded first, so that nothing is blank meanwhile.
    const shown = [...areas.values()].map((area) => textsOf(area, chosen));
    void Promise.all(shown).then(() => startTransition(() => setLanguage(chosen)));
  }, []);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo(() => ({ language, choose }), [language, choose]);
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

/** The messages of an area in the user's language, as a function: `t("save")`. Suspends until they are loaded. */
export function useText<M extends Messages>(area: Area<M>): Translate<M> {
  const { language } = useLanguage();
  return use(textsOf(area, language));
}

const CountryContext = createContext<string | undefined>(undefined);

/** The country in whose form dates, times and money are written. */
export const CountryProvider = CountryContext;

export function useFormats(): Formats {
  const { language } = useLanguage();
  const country = useContext(CountryContext);
  return formatsOf(language, country);
}

/** What React reads of a promise that is settled already, so that no frame is lost waiting for it. */
interface Settled<T> extends Promise<T> {
  status?: "fulfilled";
  value?: T;
}

// biome-ignore lint/suspicious/noExplicitAny: areas of all kinds in one map.
const areas = new Map<string, Area<any>>();
const loaded = new Map<string, Promise<unknown>>();

/** Loads an area in a language once. A failed load is tried again by the next caller. */
export function textsOf<M extends Messages>(area: Area<M>, language: Language): Promise<Translate<M>> {
  const key = `${area.name} ${language}`;
  const known = loaded.get(key);
  if (known !== undefined) return known as Promise<Translate<M>>;
  areas.set(area.name, area);
  const texts: Settled<Translate<M>> = area
    .load(language)
    .then((messages: Translation<M>) => translator<M>(messages, language));
  loaded.set(key, texts);
  texts.then(
    (value) => Object.assign(texts, { status: "fulfilled", value }),
    () => loaded.delete(key),
  );
  return texts;
}
