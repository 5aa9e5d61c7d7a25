import type { CountryCode } from "libphonenumber-js/min";
import { useEffect, useState } from "preact/hooks";
import { api, type KioskMenu } from "../api.ts";
import type { StepProps } from "../Kiosk.tsx";
import { useSpeech } from "../language.ts";
import { Heading } from "../parts/Heading.tsx";
import { Problem } from "../parts/Problem.tsx";
import { useSend } from "../parts/useSend.ts";
import { ServiceChoice } from "./ServiceChoice.tsx";

/** Asks a client without an appointment for services, name and phone number. Adds the client to today's waitlist. */
export function WalkIn({ kiosk, go, fail }: StepProps) {
  const { t } = useSpeech();
  const [menu, setMenu] = useState<KioskMenu>();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isAtDetails, setAtDetails] = useState(false);
  useEffect(() => {
    api.get("/kiosk/menu").then(setMenu, fail);
  }, [fail]);
  if (menu === undefined) return <Heading title={t("servicesTitle")} hint={t("loading")} />;
  if (!isAtDetails)
    return (
      <ServiceChoice menu={menu} chosen={chosen} onChange={setChosen} onNext={() => setAtDetails(true)} />
    );
  return (
    <Details
      country={kiosk.country}
      serviceIds={chosen}
      onBack={() => setAtDetails(false)}
      onDone={(nextStartsAt) =>
        go(nextStartsAt === undefined ? { name: "desk" } : { name: "waiting", nextStartsAt })
      }
      fail={fail}
    />
  );
}

function Details({
  country,
  serviceIds,
  onBack,
  onDone,
  fail,
}: {
  readonly country: string;
  readonly serviceIds: readonly string[];
  readonly onBack: () => void;
  /**
   * Called after the request. `nextStartsAt` is the start of the next free time, null if there is no free time, or undefined if the client
   * must go to the front desk.
   */
  readonly onDone: (nextStartsAt: string | null | undefined) => void;
  readonly fail: (error: unknown) => void;
}) {
  const { t } = useSpeech();
  const [values, setValues] = useState({ firstName: "", lastName: "", phone: "" });
  const [problems, setProblems] = useState<{ firstName?: string; phone?: string }>({});
  // A retry sends the same id, so that the server adds the client only once.
  const [id] = useState(() => crypto.randomUUID());
  const { isSending, send } = useSend(fail);
  const submit = async () => {
    // Loaded on demand, because the phone number library is larger than the rest of the kiosk's code.
    const { parsePhoneNumberFromString } = await import("libphonenumber-js/min");
    const number = parsePhoneNumberFromString(values.phone, country as CountryCode);
    const found = {
      ...(values.firstName.trim() === "" ? { firstName: t("enterFirstName") } : {}),
      ...(number?.isPossible() === true ? {} : { phone: t("phoneInvalid") }),
    };
    setProblems(found);
    if (number === undefined || Object.keys(found).length > 0) return;
    const lastName = values.lastName.trim();
    const { outcome, next_starts_at } = await api.post("/kiosk/walk-ins", {
      body: {
        id,
        first_name: values.firstName.trim(),
        ...(lastName === "" ? {} : { last_name: lastName }),
        phone_e164: number.number,
        service_ids: [...serviceIds],
      },
    });
    onDone(outcome === "waiting" ? next_starts_at : undefined);
  };
  const field = (name: keyof typeof values, label: string, problem?: string) => (
    <>
      <label class="field">
        <span>{label}</span>
        <input
          inputMode={name === "phone" ? "tel" : "text"}
          autocomplete="off"
          maxLength={name === "phone" ? 30 : 120}
          value={values[name]}
          aria-invalid={problem !== undefined}
          aria-describedby={problem === undefined ? undefined : `${name}-problem`}
          onInput={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
        />
      </label>
      <Problem id={`${name}-problem`} text={problem} />
    </>
  );
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send(submit);
      }}
    >
      <Heading title={t("detailsTitle")} />
      {field("firstName", t("firstName"), problems.firstName)}
      {field("lastName", `${t("lastName")} (${t("optional")})`)}
      {field("phone", t("phone"), problems.phone)}
      <div class="row">
        <button type="button" onClick={onBack}>
          {t("back")}
        </button>
        <button type="submit" class="main" disabled={isSending}>
          {t("join")}
        </button>
      </div>
    </form>
  );
}
