import { DEFAULT_ACCENT } from "@daybook/tokens";
import { linkTo } from "../pages/linkTo.ts";
import { Waiting } from "../pages/Waiting.tsx";
import { pendingOffer, type WaitingNotice } from "../pages/waitingView.ts";
import { acceptOffer } from "./acceptOffer.ts";
import { choiceOf, linkFieldsOf, linkUrl } from "./choice.ts";
import type { PageAnswer, PageFiles, PageHost, PageRequest } from "./host.ts";
import { pathOf } from "./picture.ts";
import { refusedPage } from "./refused.tsx";
import { frameOf, pageOf, wholeData } from "./render.tsx";
import { cssOf } from "./theme.ts";
import { apiOf, expecting, seeOther } from "./visit.ts";
import { openWaiting } from "./waitingView.ts";

/** The steps of GET requests that show the entry. */
const SHOWN: readonly string[] = ["", "leave", "pay"];

interface Step {
  readonly token: string;
  readonly step: string;
}

/**
 * Handles a request for the page of a waitlist entry, `/w/{token}`. GET requests change nothing, because mail scanners open links. The
 * exception is the return from the payment provider's page, which accepts the offer if the client has paid or saved a card.
 */
export async function answerWaitlist(
  request: PageRequest,
  host: PageHost,
  files: PageFiles,
  { token, step }: Step,
): Promise<PageAnswer> {
  if (request.method === "POST") return submitted(request, host, files, { token, step });
  if (step === "paid") return acceptOffer(request, host, { token, isPaid: true });
  if (!SHOWN.includes(step))
    return refusedPage(request, host, files, { status: 404, requestId: undefined }, "manage");
  const { view, choice, language, business } = await openWaiting(request, host, { token, step });
  const { entry, t } = view;
  if (
    step === "pay" &&
    ((view.payUrl === undefined && view.cardForm === null) || pendingOffer(view) === null)
  )
    return seeOther(linkTo(`/w/${token}`, view.kept));
  const { accent_color: accent = DEFAULT_ACCENT } = business ?? {};
  const frame = frameOf(choice, business);
  const cardLibrary = view.cardForm?.library ?? null;
  return pageOf(
    host,
    {
      language,
      t,
      title: `${t("yourPlace")} · ${entry.business_name}`,
      businessName: entry.business_name,
      logo: pathOf(business?.logo_url ?? null),
      homeUrl: linkUrl(`/w/${token}`, choice),
      css: cssOf(accent),
      script: files.script,
      data: { step: "waitlist-entry", ...frame.data, ...wholeData(cardLibrary) },
      isIndexed: false,
      isEmbedded: choice.isEmbedded,
      languageUrl: (each) => linkUrl(`/w/${token}${step === "" ? "" : `/${step}`}`, choice, each),
      children: <Waiting view={view} />,
    },
    { frameAncestors: frame.frameAncestors, cardLibrary },
  );
}

async function submitted(
  request: PageRequest,
  host: PageHost,
  files: PageFiles,
  { token, step }: Step,
): Promise<PageAnswer> {
  if (step === "accept") return acceptOffer(request, host, { token, isPaid: false });
  const api = apiOf(host);
  const path = { token };
  const { form } = request;
  const kept = linkFieldsOf(choiceOf(form));
  const back = (notice: WaitingNotice) => seeOther(linkTo(`/w/${token}`, [...kept, ["notice", notice]]));
  if (step === "decline") {
    const offer = form.get("offer");
    const body = offer === null ? {} : { offer_id: offer };
    const declined = await expecting(["invalid_transition", "validation_failed"], () =>
      api.post("/public/waitlist/{token}/decline", { path, body }),
    );
    return back(declined.error === undefined ? "declined" : "offerEnded");
  }
  if (step === "leave") {
    await api.delete("/public/waitlist/{token}", { path });
    return back("left");
  }
  return refusedPage(request, host, files, { status: 404, requestId: undefined }, "manage");
}
