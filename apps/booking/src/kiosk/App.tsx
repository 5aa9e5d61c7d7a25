import { type Language, languageOf } from "@daybook/i18n";
import { useCallback, useEffect, useState } from "preact/hooks";
import { applyAccent } from "./accent.ts";
import { api, codeOf, type KioskState } from "./api.ts";
import { Kiosk } from "./Kiosk.tsx";
import { SpeechContext, speechOf, type Texts } from "./language.ts";
import { Offline } from "./screens/Offline.tsx";
import { Pairing } from "./screens/Pairing.tsx";
import { storedForms, wipeStorage } from "./stored.ts";

type State = KioskState | "loading" | "unpaired" | "offline";

const HEARTBEAT_MS = 60_000;

/** Loads and shows the kiosk that is paired with this tablet. Shows the pairing page if the tablet is not paired. */
export function App({ texts }: { readonly texts: ReadonlyMap<Language, Texts> }) {
  const [state, setState] = useState<State>("loading");
  const [language, setLanguage] = useState<Language>();
  const read = useCallback(async () => {
    try {
      const kiosk = await api.get("/kiosk");
      applyAccent(kiosk.accent_color);
      setState(kiosk);
      return true;
    } catch (error) {
      const isUnpaired = ["unauthenticated", "forbidden_role"].includes(codeOf(error));
      // After any other API error, such as from an overloaded server, a running kiosk stays unchanged until the next heartbeat.
      if (isUnpaired) wipeStorage();
      setState((before) =>
        isUnpaired
          ? "unpaired"
          : codeOf(error) === "offline" || typeof before === "string"
            ? "offline"
            : before,
      );
      return false;
    }
  }, []);
  useEffect(() => {
    void read();
    const timer = setInterval(() => void read(), HEARTBEAT_MS);
    return () => clearInterval(timer);
  }, [read]);
  // Memoized, because new functions on every render would restart the idle timer.
  const goOffline = useCallback(() => setState("offline"), []);
  const unpair = useCallback(() => setState("unpaired"), []);
  useEffect(() => {
    window.addEventListener("offline", goOffline);
    return () => window.removeEventListener("offline", goOffline);
  }, [goOffline]);
  useEffect(() => {
    if (state === "offline") wipeStorage();
  }, [state]);

  const kiosk = typeof state === "string" ? undefined : state;
  const stored = kiosk === undefined ? undefined : storedForms(Date.now());
  const chosen =
    language ?? languageOf(kiosk === undefined ? navigator.languages : [stored?.language ?? kiosk.locale]);
  useEffect(() => {
    document.documentElement.lang = chosen;
  }, [chosen]);
  return (
    <SpeechContext.Provider value={speechOf(texts, chosen, kiosk?.country)}>
      {state === "unpaired" ? (
        <Pairing onPaired={read} />
      ) : state === "offline" ? (
        <Offline onRetry={read} />
      ) : kiosk === undefined ? null : (
        <Kiosk
          kiosk={kiosk}
          stored={stored}
          onLanguage={setLanguage}
          onOffline={goOffline}
          onUnpaired={unpair}
        />
      )}
    </SpeechContext.Provider>
  );
}
