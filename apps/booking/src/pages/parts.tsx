import type { ComponentChildren } from "preact";
import type { Visit } from "../server/visit.ts";
import { Hidden } from "./Document.tsx";
import type { PageProps } from "./pageProps.ts";

/** Returns the total duration of services as text, such as `1 h 15 min`. */
export function durationText(
  { t }: Pick<Visit, "t">,
  services: readonly { duration_minutes: number }[],
): string {
  const minutes = services.reduce((sum, service) => sum + service.duration_minutes, 0);
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return t("minutes", { minutes: rest });
  return rest === 0 ? t("hours", { hours }) : t("hoursAndMinutes", { hours, minutes: rest });
}

/** Formats the local time of day, such as `9:00`, of an RFC 3339 date-time with the location's UTC offset. */
export function clockText({ formats }: Pick<Visit, "formats">, local: string): string {
  const [hours = 0, minutes = 0] = local.slice(11, 16).split(":").map(Number);
  return formats.time(hours * 60 + minutes);
}

/** Shows the step's notice above the page, if the progress contains one. */
export function Notice({ visit: { progress, t } }: Pick<PageProps, "visit">) {
  const { notice } = progress;
  if (notice === undefined) return null;
  return (
    <p class="notice" role="alert">
      {t(notice as "taken")}
    </p>
  );
}

export function Field({
  visit: { progress, t },
  name,
  label,
  hint,
  isOptional = false,
  children,
}: {
  readonly visit: Visit;
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly isOptional?: boolean;
  readonly children: (props: {
    id: string;
    name: string;
    "aria-describedby"?: string;
    "aria-invalid"?: "true";
  }) => ComponentChildren;
}) {
  const id = `field-${name}`;
  const problem = progress.problems?.[name];
  const described = [
    hint === undefined ? [] : [`${id}-hint`],
    problem === undefined ? [] : [`${id}-problem`],
  ];
  const describedBy = described.flat().join(" ");
  return (
    <div class="field">
      <label for={id}>
        {label}
        {isOptional ? <span class="soft"> {t("optional")}</span> : null}
      </label>
      {hint === undefined ? null : (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        name,
        ...(describedBy === "" ? {} : { "aria-describedby": describedBy }),
        ...(problem === undefined ? {} : { "aria-invalid": "true" as const }),
      })}
      {problem === undefined ? null : (
        <p class="problem" id={`${id}-problem`}>
          {t(problem as "required")}
        </p>
      )}
    </div>
  );
}

const STEPS = ["times", "contact", "review"] as const;

/** Renders the title of a page and, if the page belongs to a numbered step, the step's number. */
export function Heading({
  visit: { t },
  step,
  children,
}: {
  readonly visit: Visit;
  readonly step?: (typeof STEPS)[number];
  readonly children: ComponentChildren;
}) {
  return (
    <div class="heading">
      {step === undefined ? null : (
        <p class="step">{t("step", { number: STEPS.indexOf(step) + 2, of: STEPS.length + 1 })}</p>
      )}
      <h1 tabindex={-1}>{children}</h1>
    </div>
  );
}

/** Shows the remaining hold time, with a button that extends the hold once. The script counts down. */
export function HoldTimer({ visit, sealed, fields, step }: PageProps & { readonly step: string }) {
  const { hold } = visit.progress;
  const { t, host, slug } = visit;
  if (hold === undefined) return null;
  const left = Math.max(0, Math.ceil((hold.expiresAt - host.now) / 60_000));
  return (
    <form class="timer" method="post" action={`/b/${slug}/extend`} data-timer={hold.expiresAt - host.now}>
      <Hidden fields={fields} sealed={sealed} />
      <input type="hidden" name="from" value={step} />
      <p role="timer" data-ended={t("holdEnded")} data-held={t("heldFor", { time: "{time}" })}>
        {left === 0 ? t("holdEnded") : t("heldMinutes", { count: left })}
      </p>
      {left === 0 || hold.isExtended ? null : (
        <button type="submit" class="quiet">
          {t("extend")}
        </button>
      )}
    </form>
  );
}
