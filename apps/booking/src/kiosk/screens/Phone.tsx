import { useState } from "preact/hooks";
import { api } from "../api.ts";
import type { StepProps } from "../Kiosk.tsx";
import { useSpeech } from "../language.ts";
import { Heading } from "../parts/Heading.tsx";
import { Keypad } from "../parts/Keypad.tsx";
import { Problem } from "../parts/Problem.tsx";
import { useSend } from "../parts/useSend.ts";

const MAX_LENGTH = 20;
const MIN_DIGITS = 7;

/** Asks for the client's phone number and requests the appointments that match it. */
export function Phone({ go, fail }: StepProps) {
  const { t } = useSpeech();
  const [phone, setPhone] = useState("");
  const [isShort, setShort] = useState(false);
  const { isSending, send } = useSend(fail);
  const change = (text: string) => {
    setPhone(text);
    setShort(false);
  };
  const submit = () => {
    if (phone.replaceAll(/\D/g, "").length < MIN_DIGITS) setShort(true);
    else
      send(async () => {
        const { outcome, appointments } = await api.post("/kiosk/lookups", { body: { phone } });
        go(outcome === "found" ? { name: "choose", appointments } : { name: "desk" });
      });
  };
  return (
    <form
      class="split"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div class="prompt">
        <Heading title={t("phoneTitle")} hint={t("phoneHint")} />
        <label class="field">
          <span>{t("phone")}</span>
          <input
            class="digits"
            type="tel"
            inputMode="none"
            autocomplete="off"
            maxLength={MAX_LENGTH}
            value={phone}
            aria-invalid={isShort}
            aria-describedby={isShort ? "phone-problem" : undefined}
            onInput={(event) => change(event.currentTarget.value)}
          />
        </label>
        <Problem id="phone-problem" text={isShort ? t("phoneShort") : undefined} />
      </div>
      <Keypad value={phone} max={MAX_LENGTH} hasPlus onChange={change} />
      <button type="submit" class="main go" disabled={isSending}>
        {t("lookUp")}
      </button>
    </form>
  );
}
