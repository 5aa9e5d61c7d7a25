import { LANGUAGE_NAMES, LANGUAGES, type Language } from "@daybook/i18n";
import type { ComponentChildren } from "preact";
import type { KioskState } from "../api.ts";
import { useSpeech } from "../language.ts";

/** Renders the header with the business, location and languages, the current step, and the footer. */
export function Frame({
  kiosk,
  onLanguage,
  onStaff,
  onStartOver,
  children,
}: {
  readonly kiosk?: KioskState;
  readonly onLanguage?: (language: Language) => void;
  readonly onStaff?: (() => void) | undefined;
  readonly onStartOver?: (() => void) | undefined;
  readonly children: ComponentChildren;
}) {
  const { t, language } = useSpeech();
  return (
    <div class="frame">
      <header>
        <p class="business">
          {kiosk === undefined ? "Daybook" : kiosk.business_name}
          {kiosk !== undefined && <small>{kiosk.location_name}</small>}
        </p>
        {onLanguage !== undefined && (
          <nav class="languages" aria-label={t("chooseLanguage")}>
            {LANGUAGES.map((each) => (
              <button
                type="button"
                key={each}
                lang={each}
                aria-pressed={each === language}
                onClick={() => onLanguage(each)}
              >
                {LANGUAGE_NAMES[each]}
              </button>
            ))}
          </nav>
        )}
      </header>
      {kiosk?.sandbox === true && <p class="sandbox">{t("sandbox")}</p>}
      {children}
      <footer>
        {onStartOver !== undefined && (
          <button type="button" class="quiet" onClick={onStartOver}>
            {t("startOver")}
          </button>
        )}
        {onStaff !== undefined && (
          <button type="button" class="quiet" onClick={onStaff}>
            {t("staff")}
          </button>
        )}
      </footer>
    </div>
  );
}
