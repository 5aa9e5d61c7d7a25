import type { Email } from "../../../platform/email/index.ts";

interface CodeTexts {
  readonly subject: (business: string, code: string) => string;
  readonly code: (business: string) => string;
  readonly validity: string;
  readonly notYou: string;
}

const english: CodeTexts = {
  subject: (business, code) => `${business}: your code is ${code}`,
  code: (business) => `Your code to book at ${business}:`,
  validity: "It is valid for 10 minutes.",
  notYou: "If you did not ask for it, there is nothing to do.",
};

const textsByLanguage: Readonly<Record<string, CodeTexts>> = {
  en: english,
  de: {
    subject: (business, code) => `${business}: Ihr Code lautet ${code}`,
    code: (business) => `Ihr Code für die Buchung bei ${business}:`,
    validity: "Er gilt 10 Minuten.",
    notYou: "Falls Sie ihn nicht angefordert haben, müssen Sie nichts tun.",
  },
  fr: {
    subject: (business, code) => `${business} : votre code est ${code}`,
    code: (business) => `Votre code pour réserver chez ${business} :`,
    validity: "Il est valable 10 minutes.",
    notYou: "Si vous ne l’avez pas demandé, vous n’avez rien à faire.",
  },
  es: {
    subject: (business, code) => `${business}: su código es ${code}`,
    code: (business) => `Su código para reservar en ${business}:`,
    validity: "Es válido durante 10 minutos.",
    notYou: "Si no lo ha solicitado, no tiene que hacer nada.",
  },
};

/** The e-mail with a one-time code. It names no client: it is the same for known and unknown addresses. */
export function codeEmail(
  to: string,
  { business, code, locale }: { readonly business: string; readonly code: string; readonly locale: string },
): Email {
  const texts = textsByLanguage[new Intl.Locale(locale).language] ?? english;
  const name = business.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return {
    to,
    subject: texts.subject(name, code),
    text: [texts.code(name), "", code, "", texts.validity, texts.notYou, ""].join("\n"),
    senderName: name,
    logged: `The code of this e-mail is ${code}.`,
  };
}
