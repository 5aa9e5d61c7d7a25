let isReady = false;

/**
 * Sends the step, the booking and the page height to the embedding page's origin only. Never sends names or contact details.
 */
export function announce(): void {
  const page = document.querySelector<HTMLElement>("#page");
  const { origin, step, reference, starts, services } = page?.dataset ?? {};
  if (page === null || origin === undefined || parent === window) return;
  const send = (event: string, details: object = {}) =>
    parent.postMessage({ source: "daybook", event, ...details }, origin);
  if (!isReady) send("ready");
  isReady = true;
  send("step", { step });
  if (step === "contact") send("hold");
  if (step === "error") send("error");
  if (step === "booked") {
    send("submitted");
    send("booked", { reference, starts_at: starts, service_ids: services?.split(",") });
  }
  new ResizeObserver(() =>
    send("height", { height: Math.ceil(page.getBoundingClientRect().height) }),
  ).observe(page);
}
