import { formatsOf, translator } from "@daybook/i18n";
import { bookingTexts } from "@daybook/i18n/booking";
import { DEFAULT_ACCENT } from "@daybook/tokens";
import { linkTo } from "../pages/linkTo.ts";
import { Manage, ManageTimes, type ManageView } from "../pages/Manage.tsx";
import { choiceOf, linkFieldsOf, linkUrl } from "./choice.ts";
import { findManagedTimes } from "./findManagedTimes.ts";
import type { PageAnswer, PageFiles, PageHost, PageRequest } from "./host.ts";
import { pathOf } from "./picture.ts";
import { refusedPage } from "./refused.tsx";
import { frameOf, pageOf } from "./render.tsx";
import { cssOf } from "./theme.ts";
import { apiOf, expecting, pageLanguage, seeOther, type Texts } from "./visit.ts";

/** The names of the notices that the page can show after the client has changed or tried to change the appointment. */
const NOTICES = ["cancelled", "confirmed", "moved", "welcome", "taken", "cannotChange"] as const;

/** Handles a request for the page of a manage link, `/m/{token}`. GET requests change nothing, because mail scanners open links. */
export async function answerManage(
  request: PageRequest,
  host: PageHost,
  files: PageFiles,
  { token, step }: { readonly token: string; readonly step: string },
): Promise<PageAnswer> {
  const api = apiOf(host);
  const path = { token };
  if (step === "calendar.ics") return calendarFile(host, token);
  if (request.method === "POST") return submitted(request, host, files, { token, step });
  const appointment = await api.get("/public/appointments/{token}", { path });
  const business = await expecting(["online_booking_unavailable", "not_found"], () =>
    api.get("/public/businesses/{slug}", { path: { slug: appointment.slug } }),
  );
  const choice = choiceOf(request.query);
  const { language: chosen, date } = choice;
  const { locale = "en", accent_color: accent = DEFAULT_ACCENT } = business.value ?? {};
  const language = pageLanguage(chosen, request.acceptLanguage, locale);
  const t = translator(await bookingTexts.load(language), language) as Texts;
  const formats = formatsOf(language, appointment.location.address.country);
  const notice = NOTICES.find((known) => known === request.query.get("notice"));
  const kept = linkFieldsOf(choice);
  const view: ManageView = { appointment, token, t, formats, language, kept, notice, now: host.now };
  const frame = frameOf(choice, business.value);
  const times =
    step === "times" && appointment.can_reschedule
      ? await expecting(["online_booking_unavailable", "change_window_closed"], () =>
          findManagedTimes(api, host, token, appointment, date),
        )
      : undefined;
  if (!["", "cancel", "confirm", "times"].includes(step))
    return refusedPage(request, host, files, { status: 404, requestId: undefined }, "manage");
  return pageOf(
    host,
    {
      language,
      t,
      title: `${t("yourAppointment")} · ${appointment.business_name}`,
      businessName: appointment.business_name,
      logo: pathOf(business.value?.logo_url ?? null),
      homeUrl: linkUrl(`/m/${token}`, choice),
      css: cssOf(accent),
      script: files.script,
      data: { step: "manage", ...frame.data },
      isIndexed: false,
      isEmbedded: choice.isEmbedded,
      languageUrl: (each) => linkUrl(`/m/${token}${step === "" ? "" : `/${step}`}`, choice, each),
      children:
        times?.value === undefined ? (
          <Manage view={{ ...view, ...(step === "times" ? { notice: "cannotChange" } : {}) }} step={step} />
        ) : (
          <ManageTimes view={view} times={times.value} />
        ),
    },
    frame,
  );
}

async function submitted(
  request: PageRequest,
  host: PageHost,
  files: PageFiles,
  { token, step }: { readonly token: string; readonly step: string },
): Promise<PageAnswer> {
  const api = apiOf(host);
  const path = { token };
  const { form } = request;
  const kept = linkFieldsOf(choiceOf(form));
  const back = (to: string, notice: (typeof NOTICES)[number]) => {
    return seeOther(linkTo(`/m/${token}${to}`, [...kept, ["notice", notice]]));
  };
  const refusals = [
    "invalid_transition",
    "change_window_closed",
    "online_booking_unavailable",
    "patch_test_required",
    "time_conflict",
    "validation_failed",
  ];
  const run = async (work: () => Promise<unknown>, done: (typeof NOTICES)[number]) => {
    const { error } = await expecting(refusals, work);
    if (error === undefined) return back("", done);
    return error.code === "time_conflict" ? back("/times", "taken") : back("", "cannotChange");
  };
  if (step === "cancel") {
    const reason = (form.get("reason") ?? "").trim().slice(0, 500);
    return run(
      () => api.post("/public/appointments/{token}/cancel", { path, body: { reason: reason || null } }),
      "cancelled",
    );
  }
  if (step === "confirm")
    return run(() => api.post("/public/appointments/{token}/confirm", { path }), "confirmed");
  if (step === "here") return run(() => api.post("/public/appointments/{token}/here", { path }), "welcome");
  if (step === "times") {
    const body = { starts_at: form.get("start") ?? "" };
    return run(() => api.post("/public/appointments/{token}/reschedule", { path, body }), "moved");
  }
  return refusedPage(request, host, files, { status: 404, requestId: undefined }, "manage");
}

async function calendarFile(host: PageHost, token: string): Promise<PageAnswer> {
  const url = `${host.address}/api/v1/public/appointments/${encodeURIComponent(token)}/calendar.ics`;
  const answer = await host.fetch(url, { headers: { accept: "text/calendar" } });
  return {
    status: answer.status,
    headers: {
      "content-type": answer.headers.get("content-type") ?? "text/calendar; charset=utf-8",
      "content-disposition": 'attachment; filename="appointment.ics"',
      "cache-control": "no-store",
    },
    body: await answer.text(),
  };
}
