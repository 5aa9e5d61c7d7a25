import type { ApiError, DataOf } from "@daybook/sdk";
import { personInput, staffIdsOf } from "./findTimes.ts";
import type { PageAnswer } from "./host.ts";
import type { HeldTime, Progress } from "./progress.ts";
import { withRemembered } from "./remembered.ts";
import { expecting, seeStep, type Visit } from "./visit.ts";

const START = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{3})?([+-]\d{2}:\d{2}|Z)$/;

/** Holds the chosen start time. The API releases the previous hold of this booking in the same transaction. */
export async function chooseStart(sent: Visit, proof?: string): Promise<PageAnswer> {
  const visit = { ...sent, progress: await withRemembered(sent) };
  const { api, slug, request, location, services, progress } = visit;
  const start = request.form.get("start") ?? "";
  if (!START.test(start) || services.length === 0) return seeStep(visit, "times", progress);
  const staffIds = staffIdsOf(visit);
  const { person, ...input } = personInput(visit);
  const body = {
    location_id: location.id,
    starts_at: start,
    items: services.map(({ id }, index) => ({ service_id: id, staff_id: staffIds[index] ?? "any" })),
    ...person,
    ...(progress.hold === undefined ? {} : { replaces: progress.hold.token }),
  };
  const held = await expecting(
    ["time_conflict", "proof_required", "unauthenticated", "patch_test_required"],
    () =>
      api.post("/public/businesses/{slug}/holds", {
        path: { slug },
        body,
        ...input,
        ...(proof === undefined ? {} : { proof }),
      }),
  );
  const { notice: _, alternatives: __, waiting: ___, problems: ____, goal: _____, ...kept } = progress;
  if (held.error !== undefined) return refusedStart(visit, kept, held.error, start);
  const { value } = held;
  const hold: HeldTime = {
    token: value.hold_token,
    expiresAt: Date.parse(value.expires_at),
    isExtended: false,
    startsAt: value.starts_at,
    endsAt: value.ends_at,
    items: value.items.map((item) => ({
      serviceId: item.service_id,
      staffId: item.staff_id,
      startsAt: item.starts_at,
    })),
    totalMinor: value.total.amount,
    ...(value.deposit === null ? {} : { depositMinor: value.deposit.amount }),
    ...(value.card === null ? {} : { card: feesOf(value.card) }),
  };
  return seeStep(visit, stepAfterHold(kept), { ...kept, hold }, { date: value.starts_at.slice(0, 10) });
}

type HoldCard = NonNullable<DataOf<"post", "/public/businesses/{slug}/holds">["card"]>;

function feesOf({ late_cancel_fee: late, no_show_fee: noShow }: HoldCard) {
  return {
    ...(late === null ? {} : { lateMinor: late.amount }),
    ...(noShow === null ? {} : { noShowMinor: noShow.amount }),
  };
}

/**
 * Returns the first incomplete step among the steps that follow the choice of a start time, so that a visitor who changes the time
 * does not have to verify the e-mail address or phone number and enter the details again.
 */
export function stepAfterHold({ visitorToken, people = [], person, details, goal }: Progress): string {
  const last = goal === "waitlist" ? "waitlist" : "review";
  if (visitorToken === undefined) return "contact";
  if (person === undefined && people.length > 0) return "who";
  return person !== undefined && person !== "new" ? last : details === undefined ? "details" : last;
}

function refusedStart(visit: Visit, kept: Progress, error: ApiError, start: string): PageAnswer {
  if (error.code === "proof_required") return seeWait(visit, kept, error, "hold", "times", { start });
  if (error.code === "unauthenticated") {
    const { visitorToken: _, ...unproven } = kept;
    return seeStep(visit, "contact", { ...unproven, notice: "proveAgain" });
  }
  if (error.code === "patch_test_required")
    return seeStep(visit, "", { ...kept, notice: "patchTestMissing" }, { serviceIds: [] });
  const { hold: _, ...unheld } = kept;
  return seeStep(visit, "times", { ...unheld, notice: "taken", alternatives: alternativesOf(error) });
}

/** Returns the alternative start times in the error for a start time that was taken. */
export function alternativesOf({ details }: ApiError): string[] {
  const { alternatives = [] } = (details ?? {}) as {
    readonly alternatives?: readonly (string | { readonly starts_at: string })[];
  };
  return alternatives.map((each) => (typeof each === "string" ? each : each.starts_at));
}

/** Redirects to the waiting page, where the script solves the proof of work or the visitor waits. */
export function seeWait(
  visit: Visit,
  progress: Progress,
  { details }: ApiError,
  purpose: string,
  step: string,
  fields: Readonly<Record<string, string>>,
): PageAnswer {
  const { challenge } = (details ?? {}) as { readonly challenge?: unknown };
  const waiting = {
    purpose,
    step,
    fields,
    challenge: JSON.stringify(challenge ?? {}),
    since: visit.host.now,
  };
  return seeStep(visit, "wait", { ...progress, waiting });
}

const WAIT_MS = 4_000;

/**
 * Repeats the step that required a proof of work, with the script's solution. If the script sent no solution and the visitor has
 * waited long enough, uses a solution from the server.
 */
export async function giveWay(
  visit: Visit,
  steps: Readonly<Record<string, (visit: Visit, proof?: string) => Promise<PageAnswer>>>,
): Promise<PageAnswer> {
  const { host, progress, request } = visit;
  const { waiting, ...kept } = progress;
  const step = steps[waiting?.step ?? ""];
  if (waiting === undefined || step === undefined) return seeStep(visit, "times", kept);
  const sent = request.form.get("proof") ?? "";
  const hasWaited = host.now - waiting.since >= WAIT_MS;
  const proof = sent !== "" ? sent : hasWaited ? await host.proofAfterWaiting(waiting.purpose) : undefined;
  if (proof === undefined) return seeStep(visit, "wait", progress);
  const form = new URLSearchParams(waiting.fields);
  return step({ ...visit, progress: kept, request: { ...request, form } }, proof);
}

/** Extends the hold and shows the current step again. The API allows only one extension. */
export async function extendHold(visit: Visit): Promise<PageAnswer> {
  const { api, slug, progress, request } = visit;
  const from = request.form.get("from") ?? "";
  const step = ["contact", "code", "who", "details", "review"].includes(from) ? from : "contact";
  const { hold } = progress;
  if (hold === undefined) return seeStep(visit, "times", progress);
  const extended = await expecting(["not_found"], () =>
    api.post("/public/businesses/{slug}/holds/{hold_token}/extend", {
      path: { slug, hold_token: hold.token },
    }),
  );
  const expiresAt = extended.error === undefined ? Date.parse(extended.value.expires_at) : visit.host.now;
  return seeStep(visit, step, { ...progress, hold: { ...hold, expiresAt, isExtended: true } });
}
