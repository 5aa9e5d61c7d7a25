import { useEffect, useState } from "preact/hooks";
import { api, type Pairing as StartedPairing } from "../api.ts";
import { useSpeech } from "../language.ts";
import { Frame } from "../parts/Frame.tsx";
import { Heading } from "../parts/Heading.tsx";
import { QrCode } from "../parts/QrCode.tsx";

const ASK_MS = 3_000;
const RETRY_MS = 10_000;

/**
 * Returns the time until the code expires, in milliseconds. The result is between 10 seconds and 10 minutes, because the tablet's clock may
 * be wrong.
 */
function validFor({ expires_at }: StartedPairing): number {
  return Math.min(10 * 60_000, Math.max(RETRY_MS, Date.parse(expires_at) - Date.now()));
}

/** Shows a pairing code and checks every three seconds whether a manager has entered the code. Replaces an expired code. */
export function Pairing({ onPaired }: { readonly onPaired: () => Promise<boolean> }) {
  const { t, formats } = useSpeech();
  const [pairing, setPairing] = useState<StartedPairing>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const start = () => {
      api
        .post("/kiosk/pairings")
        .then((started) => {
          setPairing(started);
          timer = setTimeout(start, validFor(started));
        })
        .catch(() => {
          timer = setTimeout(start, RETRY_MS);
        });
    };
    start();
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const timer = setInterval(() => void onPaired(), ASK_MS);
    return () => clearInterval(timer);
  }, [onPaired]);
  if (pairing === undefined) return null;
  const expiresAt = new Date(pairing.expires_at);
  return (
    <Frame>
      <main class="step pairing">
        <Heading title={t("pairTitle")} hint={t("pairHint")} />
        <div class="pair">
          <QrCode text={pairing.pairing_url} label={t("pairLink")} />
          <p>
            <span class="soft">{t("pairCode")}</span>
            <output class="code">{pairing.code}</output>
            <span class="soft">
              {t("pairExpires", {
                time: formats.time(expiresAt.getHours() * 60 + expiresAt.getMinutes()),
              })}
            </span>
          </p>
        </div>
      </main>
    </Frame>
  );
}
