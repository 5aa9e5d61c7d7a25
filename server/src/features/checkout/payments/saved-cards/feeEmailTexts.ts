/** The texts, in one language, of the e-mail about a fee that the client must pay on a page of the payment provider. */
interface FeeEmailTexts {
  /** The part of the subject after the name of the business. */
  readonly subject: string;
  readonly opening: Readonly<Record<"late_cancel" | "no_show", (business: string, fee: string) => string>>;
  /** The note with the time at which the payment page closes. */
  readonly payBy: (time: string) => string;
  readonly link: string;
}

const english: FeeEmailTexts = {
  subject: "please confirm the payment of your fee",
  opening: {
    late_cancel: (business, fee) =>
      `For your late cancellation, ${business} charges the fee of ${fee} that you agreed to. Your bank asks you to confirm this payment yourself:`,
    no_show: (business, fee) =>
      `For your missed appointment, ${business} charges the fee of ${fee} that you agreed to. Your bank asks you to confirm this payment yourself:`,
  },
  payBy: (time) => `You can pay on Stripe’s page until ${time}.`,
  link: "Pay the fee",
};

const german: FeeEmailTexts = {
  subject: "bitte bestätigen Sie die Zahlung Ihrer Gebühr",
  opening: {
    late_cancel: (business, fee) =>
      `Für Ihre späte Absage berechnet ${business} die vereinbarte Gebühr von ${fee}. Ihre Bank verlangt, dass Sie diese Zahlung selbst bestätigen:`,
    no_show: (business, fee) =>
      `Für Ihren versäumten Termin berechnet ${business} die vereinbarte Gebühr von ${fee}. Ihre Bank verlangt, dass Sie diese Zahlung selbst bestätigen:`,
  },
  payBy: (time) => `Auf der Seite von Stripe können Sie bis ${time} zahlen.`,
  link: "Gebühr zahlen",
};

const french: FeeEmailTexts = {
  subject: "veuillez confirmer le paiement de vos frais",
  opening: {
    late_cancel: (business, fee) =>
      `Pour votre annulation tardive, ${business} facture les frais convenus de ${fee}. Votre banque vous demande de confirmer vous-même ce paiement :`,
    no_show: (business, fee) =>
      `Pour votre rendez-vous manqué, ${business} facture les frais convenus de ${fee}. Votre banque vous demande de confirmer vous-même ce paiement :`,
  },
  payBy: (time) => `Vous pouvez payer sur la page de Stripe jusqu’au ${time}.`,
  link: "Payer les frais",
};

const spanish: FeeEmailTexts = {
  subject: "confirme el pago de su cargo",
  opening: {
    late_cancel: (business, fee) =>
      `Por su cancelación tardía, ${business} cobra el cargo acordado de ${fee}. Su banco le pide que confirme usted este pago:`,
    no_show: (business, fee) =>
      `Por la cita a la que no acudió, ${business} cobra el cargo acordado de ${fee}. Su banco le pide que confirme usted este pago:`,
  },
  payBy: (time) => `Puede pagar en la página de Stripe hasta el ${time}.`,
  link: "Pagar el cargo",
};

const ofLanguage: Readonly<Record<string, FeeEmailTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

/** Returns the texts for a BCP 47 locale. Returns the English texts for unsupported languages. */
export function feeEmailTexts(locale: string): FeeEmailTexts {
  return ofLanguage[new Intl.Locale(locale).language] ?? english;
}
