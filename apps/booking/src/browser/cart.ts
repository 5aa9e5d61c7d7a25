/**
 * Updates the URL, the count, the duration and the price when the visitor checks or unchecks a service. Submits the services in
 * the order in which the visitor checked them.
 */
export function watchCart(): void {
  const form = document.querySelector<HTMLFormElement>("[data-cart]");
  const sum = form?.querySelector<HTMLElement>("[data-sum]");
  if (form == null || sum == null) return;
  const chosen = [...form.querySelectorAll<HTMLInputElement>("[name=service]:checked")];
  const texts = JSON.parse(form.dataset.texts ?? "{}") as Readonly<Record<string, string>>;
  const max = Number(form.dataset.max);
  const money = new Intl.NumberFormat(texts.locale, {
    style: "currency",
    currency: texts.currency ?? "EUR",
  });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  const plural = new Intl.PluralRules(texts.locale);
  const total = (name: "minutes" | "price") =>
    chosen.reduce((sum, input) => sum + Number(input.dataset[name]), 0);

  const sumParts = (): (string | Node)[] => {
    if (chosen.length === 0) return [texts.none ?? ""];
    const count = texts[plural.select(chosen.length)] ?? texts.other ?? "";
    const amount = total("price") === 0 ? (texts.free ?? "") : money.format(total("price") / 10 ** digits);
    const isFrom = chosen.some((input) => input.dataset.from === "1");
    const price = isFrom ? (texts.from ?? "").replace("{price}", amount) : amount;
    const number = count.replace("{count}", String(chosen.length));
    const what = document.createElement("span");
    what.textContent = `${number} · ${durationOf(total("minutes"), texts)}`;
    const separator = document.createElement("i");
    separator.textContent = " · ";
    const cost = document.createElement("strong");
    cost.textContent = price;
    return [what, separator, cost];
  };
  form.addEventListener("change", ({ target }) => {
    const input = target as HTMLInputElement;
    if (input.name !== "service") return;
    const isTooMany = input.checked && chosen.length >= max;
    if (isTooMany) input.checked = false;
    else if (input.checked) chosen.push(input);
    else chosen.splice(chosen.indexOf(input), 1);
    sum.replaceChildren(...(isTooMany ? [texts.max ?? ""] : sumParts()));
    keepInUrl(chosen.map(({ value }) => value));
  });
  form.addEventListener("formdata", ({ formData }) => {
    formData.delete("service");
    for (const { value } of chosen) formData.append("service", value);
  });
}

/** Writes the chosen services to the URL, so that reloading the page and going back keep them. */
function keepInUrl(services: readonly string[]): void {
  const url = new URL(location.href);
  url.searchParams.delete("service");
  for (const service of services) url.searchParams.append("service", service);
  history.replaceState(null, "", url);
}

function durationOf(minutes: number, texts: Readonly<Record<string, string>>): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  const text = hours === 0 ? texts.minutes : rest === 0 ? texts.hours : texts.hoursAndMinutes;
  return (text ?? "").replace("{hours}", String(hours)).replace("{minutes}", String(rest));
}
