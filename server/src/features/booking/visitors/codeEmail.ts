import type { Email } from "../../../platform/email/index.ts";

interface CodeTexts {
  readonly subject: (business: string, code: string) => string;
  readonly code: (business: string) => string;
  /** The text before the link to the page that submits the code. */
  readonly link: string;
  readonly validity: string;
  readonly notYou: string;
}

const english: CodeTexts = {
  subject: (business, code) => `${business}: your code is ${code}`,
  code: (business) => `Your code to book at ${business}:`,
  link: "Or open this link and press the button:",
  validity: "Code and link are valid for 10 minutes.",
  notYou: "If you did not ask for it, there is nothing to do.",
};

const textsByLanguage: Readonly<Record<string, CodeTexts>> = {
  en: english,
  de: {
    subject: (business, code) => `${business}: Ihr Code lautet ${code}`,
    code: (business) => `Ihr Code für die Buchung bei ${business}:`,
    link: "Oder öffnen Sie diesen Link und drücken Sie den Knopf:",
    validity: "Code und Link gelten 10 Minuten.",
    notYou: "Falls Sie ihn nicht angefordert haben, müssen Sie nichts tun.",
  },
  fr: {
    subject: (business, code) => `${business} : votre code est ${code}`,
    code: (business) => `Votre code pour réserver chez ${business} :`,
    link: "Ou ouvrez ce lien et appuyez sur le bouton :",
    validity: "Le code et le lien sont valables 10 minutes.",
    notYou: "Si vous ne l’avez pas demandé, vous n’avez rien à faire.",
  },
  es: {
    subject: (business, code) => `${business}: su código es ${code}`,
    code: (business) => `Su código para reservar en ${business}:`,
    link: "O abra este enlace y pulse el botón:",
    validity: "El código y el enlace son válidos durante 10 minutos.",
    notYou: "Si no lo ha solicitado, no tiene que hacer nada.",
  },
};

/**
 * Returns the e-mail with a one-time code and a link to a page that submits the code. It names no client, so it is the same for known and
 * unknown addresses.
 */
export function codeEmail(
  to: string,
  {
    business,
    code,
    link,
    locale,
  }: { readonly business: string; readonly code: string; readonly link: string; readonly locale: string },
): Email {
  const texts = textsByLanguage[new Intl.Locale(locale).language] ?? english;
  const name = business.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return {
    to,
    subject: texts.subject(name, code),
    text: [texts.code(name), "", code, "", texts.link, link, "", texts.validity, texts.notYou, ""].join("\n"),
    senderName: name,
    logged: `The code of this e-mail is ${code}.`,
  };
}
