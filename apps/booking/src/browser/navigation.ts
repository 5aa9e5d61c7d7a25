const PAGE = "#page";

/**
 * Requests the targets of links and submits forms with `fetch`, and replaces only `#page`. The page does not flicker, and typed
 * values remain if the network fails. Without this script, the browser loads whole pages.
 */
export function followLinks(enhance: () => void): void {
  let path = location.pathname;

  async function load(url: string, form?: HTMLFormElement, body?: URLSearchParams, isBack = false) {
    if (form?.getAttribute("aria-busy") === "true") return;
    form?.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(url, body === undefined ? {} : { method: "POST", body });
      if (answer.headers.get("content-type")?.startsWith("text/html") !== true) throw new Error(url);
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      if ((isWhole(document) || isWhole(next)) && (body === undefined || answer.redirected)) {
        if (isBack) window.location.reload();
        else moveTo(answer.url);
        return;
      }
      replacePage(next);
      if (!isBack) addToHistory(answer.url);
      enhance();
      // Keeps the scroll position while the step stays the same, for example when the visitor chooses another day.
      if (location.pathname !== path) scrollTo(0, 0);
      path = location.pathname;
    } catch {
      form?.removeAttribute("aria-busy");
      setOffline(true);
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    if (link === null || event.defaultPrevented || event.button !== 0) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // The browser itself follows a link to another language, because the texts in the document head also change.
    if (link.origin !== location.origin || link.target !== "" || link.lang !== "" || "plain" in link.dataset)
      return;
    event.preventDefault();
    if (link.hash === "") void load(link.href);
    else document.querySelector<HTMLElement>(link.hash)?.focus();
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    event.preventDefault();
    // Skips the card form, which has its own submit handler (card.ts).
    if ("card" in form.dataset) return;
    const fields = new FormData(form, event.submitter);
    const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
    if (form.method === "get") void load(`${form.action}?${body}`, form);
    else void load(form.action, form, body);
  });
  addEventListener("popstate", () => void load(location.href, undefined, undefined, true));
  addEventListener("online", () => setOffline(false));
  addEventListener("offline", () => setOffline(true));
}

/**
 * Requests a URL and loads the resulting page, after redirects, as a whole document. If the request fails or the response is not HTML,
 * shows the offline notice and returns false.
 */
export async function openWhole(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url);
    if (answer.headers.get("content-type")?.startsWith("text/html") !== true) throw new Error(url);
    location.assign(answer.url);
    return true;
  } catch {
    setOffline(true);
    return false;
  }
}

/** Whether the page's Content-Security-Policy differs from that of other pages, so that the browser must load a whole document. */
function isWhole(page: Document): boolean {
  return "whole" in (page.querySelector<HTMLElement>(PAGE)?.dataset ?? {});
}

/** Loads the next step as a whole document. Like `addToHistory`, first copies the new progress to the current history entry. */
function moveTo(next: string): void {
  keepProgress(next);
  location.assign(next);
}

/**
 * Adds the next step to the history. Copies the new progress to the current history entry, so that going back keeps the hold and the
 * entered text. If the current page is a waiting page, replaces its history entry instead.
 */
function addToHistory(next: string): void {
  if (location.pathname.endsWith("/wait")) {
    history.replaceState(null, "", next);
    return;
  }
  keepProgress(next);
  history.pushState(null, "", next);
}

/** Copies the progress of the next step to the current history entry. */
function keepProgress(next: string): void {
  const progress = new URL(next).searchParams.get("s");
  if (progress === null) return;
  const current = new URL(location.href);
  current.searchParams.set("s", progress);
  history.replaceState(null, "", current);
}

function replacePage(next: Document): void {
  const page = next.querySelector(PAGE);
  const current = document.querySelector(PAGE);
  if (page === null || current === null) throw new Error("The answer is not a page.");
  const isInGrid = document.activeElement?.hasAttribute("data-date") === true;
  document.title = next.title;
  document.documentElement.lang = next.documentElement.lang;
  current.replaceWith(page);
  const day = isInGrid ? page.querySelector<HTMLElement>("[aria-current=date]") : null;
  const first = day ?? page.querySelector<HTMLElement>("[aria-invalid], h1");
  first?.focus({ preventScroll: true });
}

function setOffline(isOffline: boolean): void {
  const note = document.querySelector<HTMLElement>("#offline");
  if (note !== null) note.hidden = !isOffline;
}
