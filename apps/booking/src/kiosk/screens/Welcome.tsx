import type { StepProps } from "../Kiosk.tsx";
import { useSpeech } from "../language.ts";
import { Heading } from "../parts/Heading.tsx";

export function Welcome({ go }: StepProps) {
  const { t } = useSpeech();
  return (
    <>
      <Heading title={t("welcome")} />
      <div class="choices">
        <button type="button" class="choice main" onClick={() => go({ name: "phone" })}>
          <strong>{t("haveAppointment")}</strong>
          <span>{t("haveAppointmentHint")}</span>
        </button>
        <button type="button" class="choice" onClick={() => go({ name: "walkIn" })}>
          <strong>{t("noAppointment")}</strong>
          <span>{t("noAppointmentHint")}</span>
        </button>
      </div>
    </>
  );
}
