import type { Formats } from "@daybook/i18n";
import type { DataOf } from "@daybook/sdk";
import type { Texts } from "./language.ts";
import { addressText, mapUrl, phoneText } from "./Place.tsx";
import { TimeFacts } from "./TimeFacts.tsx";

export type ManagedAppointment = DataOf<"get", "/public/appointments/{token}">;

/** Shows the time, services, paid deposit, saved card, location and reference of an appointment. */
export function AppointmentCard({
  appointment,
  t,
  formats,
}: {
  readonly appointment: ManagedAppointment;
  readonly t: Texts;
  readonly formats: Formats;
}) {
  const { items, location, total, reference } = appointment;
  return (
    <section class="summary" aria-label={t("yourAppointment")}>
      <TimeFacts
        {...{ t, formats, items, timeZone: appointment.time_zone }}
        startsAt={appointment.starts_at}
        endsAt={appointment.ends_at}
      />
      {items.length < 2 ? null : (
        <p class="total">
          <span>{t("total")}</span>
          <strong>{formats.money(total)}</strong>
        </p>
      )}
      {appointment.deposit === null ? null : (
        <p class="total">
          <span>{t("depositPaid")}</span>
          <span>{formats.money(appointment.deposit.amount)}</span>
        </p>
      )}
      {appointment.saved_card === null ? null : (
        <p class="soft">
          {t("cardKept", { ...appointment.saved_card, brand: brandName(appointment.saved_card.brand) })}
        </p>
      )}
      <p class="at">
        <strong>{location.name}</strong>
        <a href={mapUrl(location)} target="_blank" rel="noopener noreferrer">
          {addressText(location)}
        </a>
        {location.phone_e164 === null ? null : (
          <a href={`tel:${location.phone_e164}`}>{phoneText(location.phone_e164)}</a>
        )}
      </p>
      <p class="reference">
        {t("reference")} <strong>{reference}</strong>
      </p>
    </section>
  );
}

const BRANDS: Readonly<Record<string, string>> = {
  amex: "American Express",
  diners: "Diners Club",
  jcb: "JCB",
  unionpay: "UnionPay",
};

/** Returns the display name of a card brand, given Stripe's identifier, such as `visa` or `amex`. */
function brandName(brand: string): string {
  return BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);
}

export function CalendarLinks({
  appointment,
  token,
  t,
}: {
  readonly appointment: ManagedAppointment;
  readonly token: string;
  readonly t: Texts;
}) {
  const title = `${appointment.items.map((item) => item.service_name).join(", ")} · ${appointment.business_name}`;
  const place = addressText(appointment.location);
  const utc = (local: string) => new Date(local).toISOString();
  const compact = (local: string) => utc(local).replaceAll(/[-:]|\.\d{3}/g, "");
  const google = new URLSearchParams({
    action: "TEMPLATE",
    text: title,
    dates: `${compact(appointment.starts_at)}/${compact(appointment.ends_at)}`,
    location: place,
  });
  const outlook = new URLSearchParams({
    rru: "addevent",
    path: "/calendar/action/compose",
    subject: title,
    startdt: utc(appointment.starts_at),
    enddt: utc(appointment.ends_at),
    location: place,
  });
  const out = { target: "_blank", rel: "noopener noreferrer" };
  return (
    <nav class="calendars" aria-label={t("addToCalendar")}>
      <a class="secondary" href={`/m/${token}/calendar.ics`} download="appointment.ics" data-plain>
        {t("calendarFile")}
      </a>
      <a class="secondary" href={`https://calendar.google.com/calendar/render?${google}`} {...out}>
        {t("google")}
      </a>
      <a class="secondary" href={`https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`} {...out}>
        {t("outlook")}
      </a>
    </nav>
  );
}
