let isReady = false;

/**
 * Sends the step, the booking and the page height as messages to the embedding page. The browser delivers the messages only if
 * that page has the origin that the server has allowed. The messages never contain names or contact details.
 */
export function announce(): void {
  const page = shownPage();
  if (page === null) return;
  const { step, reference, starts, services } = page.dataset;
  if (!isReady) send("ready");
  isReady = true;
  send("step", { step });
  if (step === "contact") send("hold");
  if (step === "error") send("error");
  if (step === "booked") send("booked", { reference, starts_at: starts, service_ids: services?.split(",") });
  new ResizeObserver(() =>
    send("height", { height: Math.ceil(page.getBoundingClientRect().height) }),
  ).observe(page);
}

/** Sends `submitted` whenever the visitor confirms the review, even if the time is already taken or a deposit is still due. */
export function announceSubmissions(): void {
  document.addEventListener("submit", ({ target }) => {
    // The review page also contains the form that extends the hold. The script does not report that form.
    if (target instanceof HTMLFormElement && new URL(target.action).pathname.endsWith("/review"))
      send("submitted");
  });
}

function shownPage(): HTMLElement | null {
  return document.querySelector<HTMLElement>("#page");
}

function send(event: string, details: object = {}): void {
  const origin = shownPage()?.dataset.origin;
  if (origin === undefined || parent === window) return;
  parent.postMessage({ source: "daybook", event, ...details }, origin);
}
