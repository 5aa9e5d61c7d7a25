import { useEffect } from "preact/hooks";
import { useSpeech } from "../language.ts";
import { Frame } from "../parts/Frame.tsx";
import { Heading } from "../parts/Heading.tsx";

const RETRY_MS = 5_000;

/** Shows that the kiosk cannot reach the server. `App` deletes the client's stored data. */
export function Offline({ onRetry }: { readonly onRetry: () => Promise<boolean> }) {
  const { t } = useSpeech();
  useEffect(() => {
    const retry = () => void onRetry().then((isOnline) => isOnline && window.location.replace("/kiosk"));
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener("online", retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener("online", retry);
    };
  }, [onRetry]);
  return (
    <Frame>
      <main class="step">
        <div class="outcome" role="alert">
          <Heading title={t("offlineTitle")} hint={t("offlineHint")} />
        </div>
      </main>
    </Frame>
  );
}
