import { api } from "../api.ts";
import type { StepProps } from "../Kiosk.tsx";
import { useSpeech } from "../language.ts";
import { Heading } from "../parts/Heading.tsx";
import { PinForm } from "./PinForm.tsx";

/** Shows that there were too many searches by phone number. A staff member unlocks the kiosk with the PIN. */
export function Locked({ go, fail }: StepProps) {
  const { t } = useSpeech();
  const unlock = async (pin: string) => {
    await api.post("/kiosk/unlock", { body: { pin } });
    go({ name: "phone" });
  };
  return (
    <PinForm action={t("unlock")} submit={unlock} fail={fail}>
      <Heading title={t("lockedTitle")} hint={t("lockedHint")} />
    </PinForm>
  );
}
