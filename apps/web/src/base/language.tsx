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

/** Returns the language chosen on this device, otherwise the browser's language. */
export function storedLanguage(): Language {
  const stored = localStorage.getItem(STORED);
  return languageOf([...(stored === null ? [] : [stored]), ...navigator.languages]);
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(storedLanguage);
  const choose = useCallback((chosen: Language) => {
    localStorage.setItem(STORED, chosen);
    // Loads the messages of the mounted areas before changing the language, so that texts stay visible.
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

/**
 * Returns a function such as `t("save")` that returns the messages of an area in the user's language. Suspends the component until the
 * messages are loaded.
 */
export function useText<M extends Messages>(area: Area<M>): Translate<M> {
  const { language } = useLanguage();
  return use(textsOf(area, language));
}

const CountryContext = createContext<string | undefined>(undefined);

/** Provides the country that determines the formats of dates, times and money. */
export const CountryProvider = CountryContext;

export function useFormats(): Formats {
  const { language } = useLanguage();
  const country = useContext(CountryContext);
  return formatsOf(language, country);
}

/** A promise whose value React's `use` can read synchronously after loading, so that the component does not suspend. */
interface Settled<T> extends Promise<T> {
  status?: "fulfilled";
  value?: T;
}

// biome-ignore lint/suspicious/noExplicitAny: areas of all kinds in one map.
const areas = new Map<string, Area<any>>();
const loaded = new Map<string, Promise<unknown>>();

/** Loads the messages of an area in a language once. After a failure, the next call loads them again. */
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
