import { linkFieldsOf } from "../server/choice.ts";
import { AppointmentCard, CalendarLinks, type ManagedAppointment } from "./Appointment.tsx";
import { cancellationTerms } from "./cancellationTerms.ts";
import { linkTo } from "./linkTo.ts";
import type { PageProps } from "./pageProps.ts";
import { Heading } from "./parts.tsx";

/** Shows the booked or requested appointment, its cancellation terms, and links to pending forms, calendars and the manage page. */
export function Booked({
  visit,
  appointment,
  token,
}: PageProps & { readonly appointment: ManagedAppointment; readonly token: string }) {
  const { t, formats, business, language, progress, slug, choice } = visit;
  const kept = linkFieldsOf(choice);
  const isRequest = appointment.status === "requested";
  // Chooses the hint by the channel, because a client with a verified phone number may have no e-mail address.
  const hint = progress.channel === "phone" ? "Phone" : "";
  const { confirmation } = business.texts[language];
  return (
    <main class="column">
      <div class="done" aria-hidden="true">
        ✓
      </div>
      <Heading visit={visit}>{isRequest ? t("requested") : t("booked")}</Heading>
      <p class="lead">{confirmation ?? t(isRequest ? `requestedHint${hint}` : `bookedHint${hint}`)}</p>
      <AppointmentCard appointment={appointment} t={t} formats={formats} />
      {progress.formsUrl === undefined ? null : (
        <p class="card">
          {t("formsDue")}{" "}
          <a
            class="primary"
            href={progress.formsUrl}
            data-plain
            {...(choice.isEmbedded ? { target: "_blank" } : {})}
          >
            {t("fillForms")}
          </a>
        </p>
      )}
      <CalendarLinks appointment={appointment} token={token} t={t} />
      <p class="terms">{cancellationTerms({ appointment, t, formats })}</p>
      <nav class="actions">
        <a class="secondary" href={linkTo(`/m/${token}`, kept)} data-plain>
          {t("manage")}
        </a>
        <a class="quiet" href={linkTo(`/b/${slug}`, kept)} data-plain>
          {t("bookAnother")}
        </a>
      </nav>
    </main>
  );
}
