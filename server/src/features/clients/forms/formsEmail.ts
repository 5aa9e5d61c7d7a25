import type { Email } from "../../../platform/email/index.ts";

interface FormsTexts {
  readonly subject: (business: string) => string;
  readonly greeting: (name: string) => string;
  readonly please: (business: string) => string;
  readonly validity: string;
}

const english: FormsTexts = {
  subject: (business) => `${business}: forms for your visit`,
  greeting: (name) => `Hello ${name},`,
  please: (business) => `Please fill in these forms before your visit to ${business}:`,
  validity: "The link is personal and works until the end of your appointment. Please do not pass it on.",
};

const textsByLanguage: Readonly<Record<string, FormsTexts>> = {
  en: english,
  de: {
    subject: (business) => `${business}: Formulare für Ihren Besuch`,
    greeting: (name) => `Guten Tag ${name},`,
    please: (business) => `bitte füllen Sie diese Formulare vor Ihrem Besuch bei ${business} aus:`,
    validity:
      "Der Link ist persönlich und gilt bis zum Ende Ihres Termins. Bitte geben Sie ihn nicht weiter.",
  },
  fr: {
    subject: (business) => `${business} : formulaires pour votre visite`,
    greeting: (name) => `Bonjour ${name},`,
    please: (business) => `Merci de remplir ces formulaires avant votre visite chez ${business} :`,
    validity:
      "Ce lien est personnel et reste valable jusqu’à la fin de votre rendez-vous. Merci de ne pas le transmettre.",
  },
  es: {
    subject: (business) => `${business}: formularios para su visita`,
    greeting: (name) => `Hola, ${name}:`,
    please: (business) => `Le rogamos que rellene estos formularios antes de su visita a ${business}:`,
    validity: "El enlace es personal y es válido hasta el final de su cita. No lo comparta, por favor.",
  },
};

/** Returns the e-mail with the link to a client's forms, in the language of the business. */
export function formsEmail(
  to: string,
  content: {
    readonly business: string;
    readonly firstName: string;
    readonly locale: string;
    readonly formNames: readonly string[];
    readonly url: string;
  },
): Email {
  const texts = textsByLanguage[new Intl.Locale(content.locale).language] ?? english;
  const business = singleLine(content.business);
  return {
    to,
    subject: texts.subject(business),
    text: [
      texts.greeting(singleLine(content.firstName)),
      "",
      texts.please(business),
      ...content.formNames.map((name) => `- ${singleLine(name)}`),
      "",
      content.url,
      "",
      texts.validity,
      "",
    ].join("\n"),
    senderName: business,
  };
}

function singleLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
}
