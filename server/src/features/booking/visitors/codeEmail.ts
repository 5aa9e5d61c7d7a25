import { buttonLink, type Email, htmlEmail, withColon } from "../../../platform/email/index.ts";
import { html } from "../../../platform/http/markup.ts";

interface CodeTexts {
  readonly subject: (business: string, code: string) => string;
  readonly code: (business: string) => string;
  /** The label of the link to the page that submits the code. */
  readonly link: string;
  readonly validity: string;
  readonly notYou: string;
}

const english: CodeTexts = {
  subject: (business, code) => `${business}: your code is ${code}`,
  code: (business) => `Your code to book at ${business}:`,
  link: "Or confirm with this link",
  validity: "Code and link are valid for 10 minutes.",
  notYou: "If you did not request it, ignore this e-mail.",
};

const textsByLanguage: Readonly<Record<string, CodeTexts>> = {
  en: english,
  de: {
    subject: (business, code) => `${business}: Ihr Code lautet ${code}`,
    code: (business) => `Ihr Code für die Buchung bei ${business}:`,
    link: "Oder mit diesem Link bestätigen",
    validity: "Code und Link gelten 10 Minuten.",
    notYou: "Falls Sie ihn nicht angefordert haben, müssen Sie nichts tun.",
  },
  fr: {
    subject: (business, code) => `${business} : votre code est ${code}`,
    code: (business) => `Votre code pour réserver chez ${business} :`,
    link: "Ou confirmer avec ce lien",
    validity: "Le code et le lien sont valables 10 minutes.",
    notYou: "Si vous ne l’avez pas demandé, vous n’avez rien à faire.",
  },
  es: {
    subject: (business, code) => `${business}: su código es ${code}`,
    code: (business) => `Su código para reservar en ${business}:`,
    link: "O confirmar con este enlace",
    validity: "El código y el enlace son válidos durante 10 minutos.",
    notYou: "Si no lo ha solicitado, no tiene que hacer nada.",
  },
};

const CODE = "margin:16px 0;font-size:32px;font-weight:700;letter-spacing:6px";

/**
 * Returns the e-mail with a one-time code and a link to a page that submits the code. The e-mail names no client, so that it is the same
 * for known and unknown addresses.
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
  const { language } = new Intl.Locale(locale);
  const texts = textsByLanguage[language] ?? english;
  const name = business.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  const subject = texts.subject(name, code);
  return {
    to,
    subject,
    text: [
      texts.code(name),
      "",
      code,
      "",
      withColon(language, texts.link),
      link,
      "",
      texts.validity,
      texts.notYou,
      "",
    ].join("\n"),
    html: htmlEmail({
      language: Object.hasOwn(textsByLanguage, language) ? language : "en",
      subject,
      body: html`<p>${texts.code(name)}</p>
<p style="${CODE}">${code}</p>
<p>${buttonLink(texts.link, link, false)}</p>
<p>${texts.validity}<br>${texts.notYou}</p>`,
    }),
    senderName: name,
    logged: `The code of this e-mail is ${code}.`,
  };
}
