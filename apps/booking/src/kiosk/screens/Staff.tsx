import { useState } from "preact/hooks";
import { api } from "../api.ts";
import type { StepProps } from "../Kiosk.tsx";
import { useSpeech } from "../language.ts";
import { Heading } from "../parts/Heading.tsx";
import { PinForm } from "./PinForm.tsx";

/** Asks for the PIN, and then lets a staff member open the business app or unpair the tablet. */
export function Staff({
  kiosk,
  fail,
  startOver,
  onUnpaired,
}: StepProps & { readonly onUnpaired: () => void }) {
  const { t } = useSpeech();
  const [part, setPart] = useState<"pin" | "menu" | "unpair">("pin");
  if (!kiosk.has_pin) return <Heading title={t("staffTitle")} hint={t("noPin")} />;
  if (part === "pin")
    return (
      <PinForm
        key="pin"
        action={t("next")}
        fail={fail}
        submit={async (pin) => {
          await api.post("/kiosk/unlock", { body: { pin } });
          setPart("menu");
        }}
      >
        <Heading title={t("pinTitle")} />
      </PinForm>
    );
  if (part === "unpair")
    return (
      <PinForm
        key="unpair"
        action={t("unpair")}
        fail={fail}
        submit={async (pin) => {
          await api.post("/kiosk/unpair", { body: { pin } });
          onUnpaired();
        }}
      >
        <Heading title={t("unpair")} hint={t("unpairHint")} />
      </PinForm>
    );
  return (
    <>
      <Heading
        title={t("staffTitle")}
        hint={t("staffHint", { kiosk: kiosk.name, location: kiosk.location_name })}
      />
      <div class="choices">
        <a class="choice" href="/app">
          <strong>{t("openApp")}</strong>
        </a>
        <button type="button" class="choice" onClick={() => setPart("unpair")}>
          <strong>{t("unpair")}</strong>
        </button>
        <button type="button" class="choice main" onClick={startOver}>
          <strong>{t("back")}</strong>
        </button>
      </div>
    </>
  );
}
