import { api, type FoundAppointment } from "../api.ts";
import type { StepProps } from "../Kiosk.tsx";
import { useSpeech } from "../language.ts";
import { Heading } from "../parts/Heading.tsx";
import { useSend } from "../parts/useSend.ts";
import { clockTime } from "../times.ts";

/** Shows the appointments that match a phone number, each with initials, time and staff member, and checks the client in. */
export function Choose({
  go,
  fail,
  appointments,
}: StepProps & { readonly appointments: readonly FoundAppointment[] }) {
  const { t, formats } = useSpeech();
  const { isSending, send } = useSend(fail);
  const choose = (token: string) =>
    send(async () => {
      const checkIn = await api.post("/kiosk/check-ins", { body: { check_in_token: token } });
      if (checkIn.outcome === "arrived") go({ name: "arrived", checkIn });
      else go(checkIn.outcome === "forms" ? { name: "forms", token, checkIn } : { name: "desk" });
    });
  return (
    <>
      <Heading title={t("chooseTitle")} hint={appointments.length > 1 ? t("chooseHint") : undefined} />
      <ul class="found">
        {appointments.map(({ check_in_token, initials, starts_at, staff_name }) => {
          const id = `appointment-${check_in_token.slice(-12)}`;
          return (
            <li key={check_in_token}>
              <p id={id}>
                {t("appointment", { initials, time: clockTime(formats, starts_at), staff: staff_name })}
              </p>
              <button
                type="button"
                class="main"
                aria-describedby={id}
                disabled={isSending}
                onClick={() => choose(check_in_token)}
              >
                {t("thatIsMe")}
              </button>
            </li>
          );
        })}
      </ul>
      <button type="button" class="wide" disabled={isSending} onClick={() => go({ name: "desk" })}>
        {t("notMe")}
      </button>
    </>
  );
}
