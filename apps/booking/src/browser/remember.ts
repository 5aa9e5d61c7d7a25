interface Remembered {
  readonly contact: string;
  readonly sealed: string;
}

/**
 * Stores a visitor's identity in the browser's storage, without a cookie, if the visitor asked to be remembered. The next booking then
 * needs no code, and the contact step offers to continue with the same e-mail address or phone number.
 */
export function rememberVisitor(): void {
  const page = document.querySelector<HTMLElement>("#page");
  const slug = /^\/b\/([^/]+)/.exec(location.pathname)?.[1];
  const store = storage();
  if (page === null || slug === undefined || store === undefined) return;
  const name = `daybook:visitor:${slug}`;
  const { remember, forget } = page.dataset;
  if (remember !== undefined) store.setItem(name, remember);
  if (forget !== undefined) store.removeItem(name);
  for (const choice of page.querySelectorAll<HTMLElement>("[data-remember-choice]")) choice.hidden = false;
  const known = read(store.getItem(name));
  if (known === undefined) return;
  for (const form of page.querySelectorAll("form.starts")) {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: "visitor", value: known.sealed });
    form.append(input);
  }
  offer(page, known, () => store.removeItem(name));
}

/** Shows the button that continues as the remembered visitor and the button that forgets the visitor. */
function offer(page: HTMLElement, { contact, sealed }: Remembered, forget: () => void): void {
  const form = page.querySelector<HTMLFormElement>("[data-remembered]");
  const button = form?.querySelector<HTMLButtonElement>("[type=submit]");
  const input = form?.querySelector<HTMLInputElement>("[name=visitor]");
  if (form == null || button == null || input == null) return;
  input.value = sealed;
  button.textContent = (button.dataset.text ?? "").replace("{contact}", () => contact);
  form.hidden = false;
  form.querySelector("[data-forget-visitor]")?.addEventListener("click", () => {
    forget();
    form.hidden = true;
    page.querySelector<HTMLElement>("#field-email, #field-phone")?.focus();
  });
}

/** Returns the browser's storage; undefined if the browser or the embedding page does not allow access. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}

function read(text: string | null): Remembered | undefined {
  try {
    const { contact, sealed } = JSON.parse(text ?? "{}");
    return typeof contact === "string" && typeof sealed === "string" ? { contact, sealed } : undefined;
  } catch {
    return undefined;
  }
}
