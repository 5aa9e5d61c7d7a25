import { useEffect, useRef } from "preact/hooks";
import { useSpeech } from "../language.ts";

/** Warns that the kiosk is about to start over. Any touch or key press counts as input and closes the warning. */
export function IdleWarning({ secondsLeft }: { readonly secondsLeft: number }) {
  const { t } = useSpeech();
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    button.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div class="cover">
      <div
        class="warning"
        role="alertdialog"
        aria-modal="true"
        aria-labelledby="idle"
        aria-describedby="idle-text"
      >
        <h2 id="idle">{t("stillThere")}</h2>
        <p id="idle-text">{t("wipeIn", { count: secondsLeft })}</p>
        <button type="button" class="main" ref={button}>
          {t("carryOn")}
        </button>
      </div>
    </div>
  );
}
