import type { Sentence } from "../../../platform/http/page.ts";

/** The fixed texts of the page of a manage link. */
export interface ManageTexts {
  readonly title: string;
  readonly requested: string;
  readonly cancelled: string;
  readonly declined: string;
  readonly reference: string;
  readonly calendar: string;
  readonly cancel: string;
  readonly fee: (amount: string) => string;
}

const en: ManageTexts = {
  title: "Your appointment",
  requested: "This is not confirmed yet.",
  cancelled: "This appointment is cancelled.",
  declined: "This request was declined.",
  reference: "Reference",
  calendar: "Add to your calendar",
  cancel: "Cancel this appointment",
  fee: (amount) => `If you cancel now, ${amount} is charged.`,
};

const textsByLanguage: Readonly<Record<string, ManageTexts>> = {
  en,
  de: {
    title: "Ihr Termin",
    requested: "Dieser Termin ist noch nicht bestätigt.",
    cancelled: "Dieser Termin ist abgesagt.",
    declined: "Diese Anfrage wurde abgelehnt.",
    reference: "Buchungsnummer",
    calendar: "In Ihren Kalender eintragen",
    cancel: "Diesen Termin absagen",
    fee: (amount) => `Wenn Sie jetzt absagen, werden ${amount} berechnet.`,
  },
  fr: {
    title: "Votre rendez-vous",
    requested: "Ce rendez-vous n’est pas encore confirmé.",
    cancelled: "Ce rendez-vous est annulé.",
    declined: "Cette demande a été refusée.",
    reference: "Référence",
    calendar: "Ajouter à votre agenda",
    cancel: "Annuler ce rendez-vous",
    fee: (amount) => `Si vous annulez maintenant, ${amount} vous seront facturés.`,
  },
  es: {
    title: "Su cita",
    requested: "Esta cita aún no está confirmada.",
    cancelled: "Esta cita está cancelada.",
    declined: "Esta solicitud fue rechazada.",
    reference: "Referencia",
    calendar: "Añadir a su calendario",
    cancel: "Cancelar esta cita",
    fee: (amount) => `Si cancela ahora, se le cobrarán ${amount}.`,
  },
};

/** The texts of a BCP 47 locale and its language; English for an unsupported one. */
export function manageTextsFor(locale: string): { readonly texts: ManageTexts; readonly language: string } {
  const { language } = new Intl.Locale(locale);
  const texts = textsByLanguage[language];
  return texts === undefined ? { texts: en, language: "en" } : { texts, language };
}

export const MANAGE_NOT_FOUND: readonly Sentence[] = [
  { text: "This link is not valid, or the appointment is over." },
  { language: "de", text: "Dieser Link ist ungültig, oder der Termin ist vorbei." },
  { language: "fr", text: "Ce lien n’est pas valable, ou le rendez-vous est passé." },
  { language: "es", text: "Este enlace no es válido o la cita ya ha terminado." },
];

export const MANAGE_REFUSED: readonly Sentence[] = [
  { text: "That did not work. Contact the business." },
  { language: "de", text: "Das hat nicht geklappt. Bitte wenden Sie sich an den Betrieb." },
  { language: "fr", text: "Cela n’a pas fonctionné. Veuillez contacter l’établissement." },
  { language: "es", text: "No ha funcionado. Póngase en contacto con el establecimiento." },
];
