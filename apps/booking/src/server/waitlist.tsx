import { formatsOf, translator } from "@daybook/i18n";
import { bookingTexts } from "@daybook/i18n/booking";
import { DEFAULT_ACCENT } from "@daybook/tokens";
import { linkTo } from "../pages/linkTo.ts";
import { Waiting, type WaitingView } from "../pages/Waiting.tsx";
import { choiceOf, linkFieldsOf, linkUrl } from "./choice.ts";
import type { PageAnswer, PageFiles, PageHost, PageRequest } from "./host.ts";
import { pathOf } from "./picture.ts";
import { refusedPage } from "./refused.tsx";
import { frameOf, pageOf } from "./render.tsx";
import { cssOf } from "./theme.ts";
import { apiOf, expecting, pageLanguage, seeOther, type Texts } from "./visit.ts";

/** The notices after a change that succeeded or was refused. */
const NOTICES = [
  "joined",
  "declined",
  "left",
  "offerTaken",
  "offerEnded",
  "policyChanged",
  "cannotChange",
] as const;
type Notice = (typeof NOTICES)[number];

interface Step {
  readonly token: string;
  readonly step: string;
}

/**
 * Handles a request for the page of a waitlist entry, `/w/{token}`. A GET changes nothing, because mail scanners open links.
 */
export async function answerWaitlist(
  request: PageRequest,
  host: PageHost,
  files: PageFiles,
  { token, step }: Step,
): Promise<PageAnswer> {
  if (request.method === "POST") return submitted(request, host, files, { token, step });
  if (step !== "" && step !== "leave")
    return refusedPage(request, host, files, { status: 404, requestId: undefined }, "manage");
  const api = apiOf(host);
  const entry = await api.get("/public/waitlist/{token}", { path: { token } });
  // Shows the entry even if the business no longer has a published location.
  const business = await expecting(["online_booking_unavailable", "not_found"], () =>
    api.get("/public/businesses/{slug}", { path: { slug: entry.slug } }),
  );
  const choice = choiceOf(request.query);
  const { locale = "en", accent_color: accent = DEFAULT_ACCENT } = business.value ?? {};
  const language = pageLanguage(choice.language, request.acceptLanguage, locale);
  const t = translator(await bookingTexts.load(language), language) as Texts;
  const location = business.value?.locations.find(({ id }) => id === entry.location_id);
  const view: WaitingView = {
    entry,
    token,
    t,
    formats: formatsOf(language, location?.address.country),
    kept: linkFieldsOf(choice),
    notice: NOTICES.find((known) => known === request.query.get("notice")),
    policy: business.value?.policy ?? null,
    currency: business.value?.currency ?? entry.offer?.total.currency ?? "EUR",
    isOpen: business.value !== undefined,
    isLeaving: step === "leave",
    now: host.now,
  };
  const frame = frameOf(choice, business.value);
  return pageOf(
    host,
    {
      language,
      t,
      title: `${t("yourPlace")} · ${entry.business_name}`,
      businessName: entry.business_name,
      logo: pathOf(business.value?.logo_url ?? null),
      homeUrl: linkUrl(`/w/${token}`, choice),
      css: cssOf(accent),
      script: files.script,
      data: { step: "waitlist-entry", ...frame.data },
      isIndexed: false,
      isEmbedded: choice.isEmbedded,
      languageUrl: (each) => linkUrl(`/w/${token}${step === "" ? "" : `/${step}`}`, choice, each),
      children: <Waiting view={view} />,
    },
    frame,
  );
}

const REFUSALS = [
  "invalid_transition",
  "time_conflict",
  "policy_changed",
  "online_booking_unavailable",
  "patch_test_required",
  "validation_failed",
];
const NOTICE_OF: Readonly<Record<string, Notice>> = {
  invalid_transition: "offerEnded",
  time_conflict: "offerTaken",
  policy_changed: "policyChanged",
};

async function submitted(
  request: PageRequest,
  host: PageHost,
  files: PageFiles,
  { token, step }: Step,
): Promise<PageAnswer> {
  const api = apiOf(host);
  const path = { token };
  const { form } = request;
  const choice = choiceOf(form);
  const kept = linkFieldsOf(choice);
  const { language: chosen } = choice;
  const back = (notice: Notice) => {
    return seeOther(linkTo(`/w/${token}`, [...kept, ["notice", notice]]));
  };
  const offer = form.get("offer");
  const offerId = offer === null ? {} : { offer_id: offer };
  if (step === "accept") {
    const version = form.get("policy") ?? "";
    const accepted = await expecting(REFUSALS, () =>
      api.post("/public/waitlist/{token}/accept", {
        path,
        body: {
          ...offerId,
          policy_version: version === "" ? null : Number(version),
          ...(chosen === "en" || chosen === "de" || chosen === "fr" || chosen === "es"
            ? { language: chosen }
            : {}),
        },
      }),
    );
    if (accepted.error !== undefined) return back(NOTICE_OF[accepted.error.code] ?? "cannotChange");
    const manageToken = accepted.value.manage_url?.split("/").at(-1);
    return manageToken === undefined ? back("offerEnded") : seeOther(linkTo(`/m/${manageToken}`, kept));
  }
  if (step === "decline") {
    const declined = await expecting(REFUSALS, () =>
      api.post("/public/waitlist/{token}/decline", { path, body: offerId }),
    );
    return back(declined.error === undefined ? "declined" : "offerEnded");
  }
  if (step === "leave") {
    await api.delete("/public/waitlist/{token}", { path });
    return back("left");
  }
  return refusedPage(request, host, files, { status: 404, requestId: undefined }, "manage");
}
