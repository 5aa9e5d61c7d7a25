import { dateOf, dayAt, dayOf, zoneNamed } from "@daybook/engine";
import { Join } from "../pages/Join.tsx";
import { linkTo } from "../pages/linkTo.ts";
import { linkFieldsOf } from "./choice.ts";
import type { PageAnswer } from "./host.ts";
import type { Progress, WaitlistWishes } from "./progress.ts";
import { showStep } from "./render.tsx";
import { clientOf } from "./submitBooking.ts";
import { stepAfterHold } from "./submitHold.ts";
import { expecting, seeOther, seeStep, type Visit } from "./visit.ts";
import { PARTS, WEEKDAYS } from "./wishes.ts";

const DEFAULT_DAYS = 14;
type Part = keyof typeof PARTS;
const PART_NAMES = Object.keys(PARTS) as Part[];

/**
 * Shows the waitlist form. Redirects to the menu if no services are chosen, to the times if the waitlist is closed, and
 * otherwise to the first incomplete step.
 */
export function showJoin(visit: Visit): PageAnswer {
  const { services, business, progress } = visit;
  if (services.length === 0) return seeStep(visit, "", progress);
  if (!business.waitlist_open) return seeStep(visit, "times", progress);
  const joining: Progress = { ...progress, goal: "waitlist" };
  const step = stepAfterHold(joining);
  if (step !== "waitlist") {
    const { problems: _, notice: __, ...kept } = joining;
    return seeStep(visit, step, kept);
  }
  const wishes = progress.wishes ?? wishesOfNew(visit);
  return showStep(visit, { step: "waitlist", component: Join, more: { wishes } });
}

function wishesOfNew({ location, host, choice }: Visit): WaitlistWishes {
  const today = dayAt(zoneNamed(location.time_zone), host.now);
  const first =
    choice.date !== undefined && choice.date > dateOf(today) ? (dayOf(choice.date) ?? today) : today;
  return {
    from: dateOf(first),
    to: dateOf(first + DEFAULT_DAYS),
    weekdays: WEEKDAYS,
    parts: PART_NAMES,
    isBookedAtOnce: false,
    note: "",
  };
}

/** Adds the visitor to the waitlist. If the API rejects the request, the page keeps the visitor's input. */
export async function submitJoin(visit: Visit): Promise<PageAnswer> {
  const { api, slug, request, location, services, choice, language } = visit;
  const { problems: _, notice: __, ...kept } = visit.progress;
  const { form } = request;
  const wishes: WaitlistWishes = {
    from: (form.get("from") ?? "").slice(0, 10),
    to: (form.get("to") ?? "").slice(0, 10),
    weekdays: WEEKDAYS.filter((day) => form.getAll("weekday").includes(day)),
    parts: PART_NAMES.filter((part) => form.getAll("part").includes(part)),
    isBookedAtOnce: form.get("at_once") === "1",
    note: (form.get("wish") ?? "").trim().slice(0, 500),
  };
  const progress: Progress = { ...kept, goal: "waitlist", wishes };
  const { visitorToken, person, details } = progress;
  if (visitorToken === undefined || stepAfterHold(progress) !== "waitlist" || services.length === 0)
    return showJoinAgain(visit, progress);
  const problems = problemsOf(wishes);
  if (Object.keys(problems).length > 0) return seeStep(visit, "waitlist", { ...progress, problems });
  const isNew = person === undefined || person === "new";
  const joined = await expecting(["unauthenticated", "validation_failed", "patch_test_required"], () =>
    api.post("/public/businesses/{slug}/waitlist", {
      path: { slug },
      visitorToken,
      body: {
        location_id: location.id,
        items: services.map(({ id, staff }) => ({
          service_id: id,
          staff_id: staff.find((member) => member.staff_id === choice.staffId)?.staff_id ?? null,
        })),
        windows: windowsOf(wishes),
        auto_book: wishes.isBookedAtOnce,
        note: wishes.note === "" ? null : wishes.note,
        language,
        ...(isNew ? { client: clientOf(visit, details) } : { person }),
      },
    }),
  );
  if (joined.error === undefined) {
    const token = joined.value.waitlist_url.split("/").at(-1) ?? "";
    return seeOther(linkTo(`/w/${token}`, [...linkFieldsOf({ ...choice, language }), ["notice", "joined"]]));
  }
  if (joined.error.code === "unauthenticated") {
    const { visitorToken: ___, ...unproven } = progress;
    return seeStep(visit, "contact", { ...unproven, notice: "proveAgain" });
  }
  if (joined.error.code === "patch_test_required")
    return seeStep(visit, "", { ...progress, notice: "patchTestMissing" }, { serviceIds: [] });
  return refused(visit, progress, joined.error.details);
}

function showJoinAgain(visit: Visit, progress: Progress): PageAnswer {
  return seeStep(visit, visit.services.length === 0 ? "" : stepAfterHold(progress), progress);
}

function problemsOf({ from, to, weekdays }: WaitlistWishes): Record<string, string> {
  const areDays = dayOf(from) !== undefined && dayOf(to) !== undefined && from <= to;
  return {
    ...(areDays ? {} : { to: "daysInvalid" }),
    ...(weekdays.length > 0 ? {} : { weekday: "chooseDay" }),
  };
}

/** Returns a waitlist window for each chosen part of the day, or one window for the whole day if all or none are chosen. */
function windowsOf({ from, to, weekdays, parts }: WaitlistWishes) {
  const days = { from, to, weekdays: weekdays.map(Number) };
  if (parts.length === 0 || parts.length === PART_NAMES.length) return [days];
  return PART_NAMES.filter((part) => parts.includes(part)).map((part) => ({ ...days, ...PARTS[part] }));
}

function refused(visit: Visit, progress: Progress, details: unknown): PageAnswer {
  const { fields = [] } = (details ?? {}) as { readonly fields?: readonly { readonly path: string }[] };
  if (fields.some(({ path }) => path.startsWith("/windows")))
    return seeStep(visit, "waitlist", { ...progress, problems: { to: "daysInvalid" } });
  if (fields.some(({ path }) => path === ""))
    return seeStep(visit, "waitlist", { ...progress, notice: "waitlistFull" });
  const problems = Object.fromEntries(
    fields.map(({ path }) => [
      path.replace("/client/custom_fields/", "field.").replace("/client/", ""),
      "invalid",
    ]),
  );
  return seeStep(visit, "details", { ...progress, problems });
}
