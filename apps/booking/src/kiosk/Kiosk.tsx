import type { Language } from "@daybook/i18n";
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { codeOf, type KioskState } from "./api.ts";
import { useIdle } from "./idle.ts";
import { Frame } from "./parts/Frame.tsx";
import { IdleWarning } from "./parts/IdleWarning.tsx";
import { Choose } from "./screens/Choose.tsx";
import { Forms } from "./screens/Forms.tsx";
import { Locked } from "./screens/Locked.tsx";
import { Arrived, Desk, Failed, Waiting } from "./screens/Outcomes.tsx";
import { Phone } from "./screens/Phone.tsx";
import { Staff } from "./screens/Staff.tsx";
import { WalkIn } from "./screens/WalkIn.tsx";
import { Welcome } from "./screens/Welcome.tsx";
import { idleLimitsOf, type Step, WELCOME } from "./step.ts";
import { type StoredForms, wipeStorage } from "./stored.ts";

interface KioskProps {
  readonly kiosk: KioskState;
  readonly stored: StoredForms | undefined;
  readonly onLanguage: (language: Language) => void;
  readonly onOffline: () => void;
  readonly onUnpaired: () => void;
}

/**
 * Shows the steps of a paired kiosk. The kiosk stores a client's data only in this component and, while the client fills in
 * forms, in the session storage.
 */
export function Kiosk({ kiosk, stored, onLanguage, onOffline, onUnpaired }: KioskProps) {
  const [step, setStep] = useState<Step>(
    stored === undefined ? WELCOME : { name: "forms", token: stored.token, checkIn: stored.checkIn },
  );
  /**
   * Deletes the client's data and reloads the page, which also clears the tab's memory. If the browser is offline, shows the offline notice
   * instead of reloading.
   */
  const startOver = useCallback(() => {
    wipeStorage();
    setStep(WELCOME);
    if (navigator.onLine) window.location.replace("/kiosk");
    else onOffline();
  }, [onOffline]);
  const fail = useCallback(
    (error: unknown) => {
      const code = codeOf(error);
      if (code === "offline") onOffline();
      else if (code === "unauthenticated" || code === "forbidden_role") onUnpaired();
      else if (code === "rate_limited") setStep({ name: "locked" });
      else if (code === "code_invalid" || code === "not_found") setStep({ name: "desk" });
      else setStep({ name: "failed" });
    },
    [onOffline, onUnpaired],
  );
  const secondsLeft = useIdle(idleLimitsOf(step), startOver);
  useEffect(() => {
    if (step.name !== "forms") wipeStorage();
  }, [step.name]);
  const main = useRef<HTMLElement>(null);
  // Moves the focus to the heading of each new step, so that screen readers announce the step.
  useEffect(() => {
    main.current?.querySelector("h1")?.focus();
    window.scrollTo(0, 0);
  }, [step.name]);

  const props = { kiosk, go: setStep, fail, startOver };
  return (
    <Frame
      kiosk={kiosk}
      onLanguage={onLanguage}
      onStaff={step.name === "welcome" ? () => setStep({ name: "staff" }) : undefined}
      onStartOver={step.name === "welcome" ? undefined : startOver}
    >
      <main ref={main} class={`step ${step.name}`}>
        {step.name === "welcome" && <Welcome {...props} />}
        {step.name === "phone" && <Phone {...props} />}
        {step.name === "choose" && <Choose {...props} appointments={step.appointments} />}
        {step.name === "forms" && (
          <Forms {...props} token={step.token} checkIn={step.checkIn} stored={stored?.answers ?? {}} />
        )}
        {step.name === "arrived" && <Arrived {...props} checkIn={step.checkIn} />}
        {step.name === "desk" && <Desk {...props} />}
        {step.name === "failed" && <Failed {...props} />}
        {step.name === "locked" && <Locked {...props} />}
        {step.name === "walkIn" && <WalkIn {...props} />}
        {step.name === "waiting" && <Waiting {...props} nextStartsAt={step.nextStartsAt} />}
        {step.name === "staff" && <Staff {...props} onUnpaired={onUnpaired} />}
      </main>
      {secondsLeft !== undefined && <IdleWarning secondsLeft={secondsLeft} />}
    </Frame>
  );
}

export interface StepProps {
  readonly kiosk: KioskState;
  readonly go: (step: Step) => void;
  /** Shows the step that corresponds to an API error, such as `locked` for `rate_limited`. */
  readonly fail: (error: unknown) => void;
  readonly startOver: () => void;
}
