import type { CheckIn } from "../api.ts";
import type { StepProps } from "../Kiosk.tsx";
import { useSpeech } from "../language.ts";
import { Heading } from "../parts/Heading.tsx";
import { clockTime } from "../times.ts";

const PATHS = {
  done: "M5 12.500l4.500 4.500L19 7.500",
  ask: "M4 5h16v11H9l-5 4z",
} as const;

function Outcome({
  icon,
  title,
  hint,
  onDone,
}: {
  readonly icon: keyof typeof PATHS;
  readonly title: string;
  readonly hint: string;
  readonly onDone: () => void;
}) {
  const { t } = useSpeech();
  return (
    <div class="outcome" role="status">
      <svg viewBox="0 0 24 24" width="72" height="72" class={icon} aria-hidden="true">
        <path d={PATHS[icon]} />
      </svg>
      <Heading title={title} hint={hint} />
      <button type="button" class="main" onClick={onDone}>
        {t("ok")}
      </button>
    </div>
  );
}

export function Arrived({ checkIn, startOver }: StepProps & { readonly checkIn: CheckIn }) {
  const { t, formats } = useSpeech();
  const { staff_name: staff, starts_at } = checkIn;
  const hint = t("arrivedHint", {
    staff: staff ?? "",
    time: starts_at === null ? "" : clockTime(formats, starts_at),
  });
  return <Outcome icon="done" title={t("arrivedTitle")} hint={hint} onDone={startOver} />;
}

/**
 * Asks the client to go to the front desk. The text is the same for every reason, so that it does not disclose whether the salon knows a
 * phone number.
 */
export function Desk({ startOver }: StepProps) {
  const { t } = useSpeech();
  return <Outcome icon="ask" title={t("deskTitle")} hint={t("deskHint")} onDone={startOver} />;
}

export function Failed({ startOver }: StepProps) {
  const { t } = useSpeech();
  return <Outcome icon="ask" title={t("failedTitle")} hint={t("failedHint")} onDone={startOver} />;
}

export function Waiting({ nextStartsAt, startOver }: StepProps & { readonly nextStartsAt: string | null }) {
  const { t, formats } = useSpeech();
  const hint =
    nextStartsAt === null ? t("waitingNoTime") : t("waitingTime", { time: clockTime(formats, nextStartsAt) });
  return <Outcome icon="done" title={t("waitingTitle")} hint={hint} onDone={startOver} />;
}
