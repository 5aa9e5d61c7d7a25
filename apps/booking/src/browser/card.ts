/** The parts of the payment provider's library (Stripe.js) that the card form uses. */
interface CardLibrary {
  elements(options: object): CardElements;
  retrievePaymentIntent(secret: string): Promise<CardOutcome>;
  retrieveSetupIntent(secret: string): Promise<CardOutcome>;
  confirmPayment(options: object): Promise<CardOutcome>;
  confirmSetup(options: object): Promise<CardOutcome>;
}

interface CardElements {
  create(type: "payment", options: object): CardElement;
}

interface CardElement {
  mount(place: HTMLElement): void;
  on(event: "ready" | "loaderror", listener: () => void): void;
}

interface CardOutcome {
  readonly paymentIntent?: { readonly status: string };
  readonly setupIntent?: { readonly status: string };
  readonly error?: {
    readonly type: string;
    readonly message?: string;
    readonly payment_intent?: { readonly status: string };
    readonly setup_intent?: { readonly status: string };
  };
}

declare global {
  interface Window {
    Stripe?: (key: string, options: object) => CardLibrary;
  }
}

/**
 * The maximum time for loading the library, in milliseconds. After this time, the script replaces the card form with the
 * link to the payment provider's page (public-pages.md §2).
 */
const LOAD_MS = 8_000;
/** The statuses that end the payment in the browser. The server then completes the booking or shows an error. */
const ENDED = new Set(["requires_capture", "processing", "succeeded", "canceled"]);

/** Sets the form fields that tell the server that this browser can show a card form. On the payment step, shows the card form. */
export function enterCard(book: (url: string) => Promise<boolean>): void {
  for (const input of document.querySelectorAll<HTMLInputElement>("[data-card-form]")) input.value = "1";
  const form = document.querySelector<HTMLFormElement>("[data-card]");
  if (form !== null) void show(form, book);
}

/**
 * Loads the library and shows its card form. If loading fails or takes longer than `LOAD_MS`, requests the payment step with
 * the link to the payment provider's page instead.
 */
async function show(form: HTMLFormElement, book: (url: string) => Promise<boolean>): Promise<void> {
  const { secret = "", key = "", account = "" } = form.dataset;
  const isSetup = secret.startsWith("seti_");
  let isGone = false;
  const leave = () => {
    if (isGone || !form.isConnected) return;
    isGone = true;
    const other = document.querySelector<HTMLFormElement>("[data-card-elsewhere]");
    const input = other?.querySelector<HTMLInputElement>("[name=unloaded]");
    if (input != null) input.value = "1";
    other?.requestSubmit();
  };
  const timeout = setTimeout(leave, LOAD_MS);
  form.addEventListener("submit", (event) => event.preventDefault());
  // Reloads the page if the browser restores it from the back-forward cache, because the restored form would still be disabled
  // by the earlier payment.
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  try {
    await load(form.dataset.library ?? "");
    const locale = document.documentElement.lang;
    const library = window.Stripe?.(key, { stripeAccount: account, locale });
    if (library === undefined) throw new Error("The library is not there.");
    const known = await (isSetup
      ? library.retrieveSetupIntent(secret)
      : library.retrievePaymentIntent(secret));
    const pay = payer(form, library, secret, book);
    // The visitor paid earlier and closed the page before the booking, or the server cancelled the payment of an expired hold.
    if (ENDED.has(statusOf(known) ?? "")) {
      clearTimeout(timeout);
      await pay.finish();
      return;
    }
    const elements = library.elements({ clientSecret: secret, appearance: appearance() });
    const element = elements.create("payment", { layout: "tabs" });
    element.on("ready", () => {
      clearTimeout(timeout);
      if (!isGone) pay.offer(elements);
    });
    element.on("loaderror", leave);
    element.mount(part(form, "fields"));
  } catch {
    clearTimeout(timeout);
    leave();
  }
}

/**
 * Returns two functions: `offer` enables the pay button, and `finish` completes the booking after the payment. The form ignores
 * clicks while a payment or booking request is running.
 */
function payer(
  form: HTMLFormElement,
  library: CardLibrary,
  secret: string,
  book: (url: string) => Promise<boolean>,
) {
  const [status, problem] = [part(form, "status"), part(form, "problem")];
  const button = form.querySelector<HTMLButtonElement>("[type=submit]");
  let isPaid = false;
  let isBusy = false;

  const say = (text: string | undefined) => {
    problem.textContent = text ?? "";
    problem.hidden = text === undefined;
  };
  const setBusy = (busy: boolean) => {
    isBusy = busy;
    if (busy) form.setAttribute("aria-busy", "true");
    else form.removeAttribute("aria-busy");
    status.textContent = busy ? (status.dataset.busy ?? "") : "";
    const other = document.querySelector<HTMLFormElement>("[data-card-elsewhere]");
    if (other !== null) other.hidden = busy || isPaid;
  };
  const finish = async () => {
    isPaid = true;
    setBusy(true);
    if (await book(form.dataset.paid ?? "")) return;
    setBusy(false);
    if (button !== null) button.hidden = false;
    say(problem.dataset.lost);
  };
  const confirm = async (elements: CardElements) => {
    const options = {
      elements,
      redirect: "if_required",
      confirmParams: { return_url: new URL(form.dataset.paid ?? "", location.href).href },
    };
    const outcome = await (secret.startsWith("seti_")
      ? library.confirmSetup(options)
      : library.confirmPayment(options));
    if (ENDED.has(statusOf(outcome) ?? "")) return finish();
    setBusy(false);
    const { type, message } = outcome.error ?? { type: "" };
    say(type === "api_connection_error" ? problem.dataset.lost : (message ?? problem.dataset.refused));
  };
  let shown: CardElements | undefined;
  form.addEventListener("submit", () => {
    if (isBusy) return;
    const work = isPaid ? finish : shown === undefined ? undefined : confirm.bind(undefined, shown);
    if (work === undefined) return;
    say(undefined);
    setBusy(true);
    void work().catch(() => {
      setBusy(false);
      say(problem.dataset.lost);
    });
  });
  return {
    finish,
    offer(elements: CardElements): void {
      shown = elements;
      setBusy(false);
      if (button !== null) button.hidden = false;
    },
  };
}

/** Returns the status of the payment or setup. If the library returned an error, reads the payment or setup in the error. */
function statusOf({ paymentIntent, setupIntent, error }: CardOutcome): string | undefined {
  return (paymentIntent ?? setupIntent ?? error?.payment_intent ?? error?.setup_intent)?.status;
}

function part(form: HTMLFormElement, name: "fields" | "status" | "problem"): HTMLElement {
  const found = form.querySelector<HTMLElement>(`[data-card-${name}]`);
  if (found === null) throw new Error(`The card form has no ${name}.`);
  return found;
}

function load(url: string): Promise<void> {
  if (window.Stripe !== undefined) return Promise.resolve();
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(url));
    document.head.append(script);
  });
}

/** Returns the page's colours for the payment provider's form, because the form's frame does not load the page's styles. */
function appearance(): object {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(`--${name}`).trim();
  return {
    theme: matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "stripe",
    variables: {
      colorPrimary: color("accent"),
      colorBackground: color("surface"),
      colorText: color("ink"),
      borderRadius: "8px",
      fontSizeBase: "16px",
    },
  };
}
