import { currencyExponent } from "@daybook/engine";
import type { Static } from "typebox";
import type { ApiError } from "../../../kernel/errors.ts";
import { html } from "../../../platform/http/markup.ts";
import { type Page, refusalPage } from "../../../platform/http/page.ts";
import { localDateTime } from "../../scheduling/appointment-notifications/index.ts";
import { MANAGE_NOT_FOUND, MANAGE_REFUSED, manageTextsFor } from "./manageTexts.ts";
import type { ManagedAppointment } from "./schema.ts";

/**
 * The page that a manage link opens in a browser, without a script: the appointment, its calendar file and, while it can be
 * cancelled, a button that states the fee. Opening the page changes nothing, because mail scanners open links.
 */
export function managePage(managed: Static<typeof ManagedAppointment>, token: string, locale: string): Page {
  const { texts, language } = manageTextsFor(locale);
  const { address, name, phone_e164: phone } = managed.location;
  const fee = managed.cancellation_fee;
  const status =
    managed.status === "requested" || managed.status === "cancelled" || managed.status === "declined"
      ? texts[managed.status]
      : null;
  const cancelling = html`<form method="post" action="${token}/cancel">
${managed.cancellation_text === null ? "" : html`<p>${managed.cancellation_text}</p>\n`}
${fee === null ? "" : html`<p><strong>${texts.fee(moneyText(language, fee))}</strong></p>\n`}
<button type="submit">${texts.cancel}</button>
</form>
`;
  return {
    language,
    from: managed.business_name,
    title: texts.title,
    body: html`${status === null ? "" : html`<p role="status"><strong>${status}</strong></p>\n`}
<p>${localDateTime(language, managed.time_zone, Date.parse(managed.starts_at))}</p>
<ul>${managed.items.map((item) => html`<li>${item.service_name} · ${item.staff_name}</li>`)}</ul>
<p>${name}<br>${address.line1}, ${address.city}${phone === null ? "" : html`<br><a href="tel:${phone}">${phone}</a>`}</p>
<p>${texts.reference}: <strong>${managed.reference}</strong></p>
<p><a href="${token}/calendar.ics">${texts.calendar}</a></p>
${managed.can_cancel ? cancelling : ""}`,
  };
}

export function refusedManagePage(error: ApiError, requestId: string): Page {
  const sentences = error.status === 404 ? MANAGE_NOT_FOUND : MANAGE_REFUSED;
  return refusalPage(error, requestId, { title: "Appointment", sentences });
}

function moneyText(language: string, { amount, currency }: { amount: number; currency: string }): string {
  const decimals = currencyExponent(currency) ?? 2;
  return new Intl.NumberFormat(language, {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(amount / 10 ** decimals);
}
