import type { ReceiptRecord } from "./schema.ts";

export interface ReceiptTexts {
  readonly receipt: string;
  readonly voided: string;
  readonly date: string;
  readonly client: string;
  readonly taxNumber: string;
  readonly subtotal: string;
  readonly discount: string;
  readonly tip: string;
  readonly total: string;
  /** The text after the name and percentage of a tax that is included in the prices. `onNet` is the text before the base of the tax. */
  readonly included: string;
  readonly onNet: string;
  readonly refunded: string;
  readonly methods: Readonly<Record<ReceiptRecord["payments"][number]["method"], string>>;
}

const english: ReceiptTexts = {
  receipt: "Receipt",
  voided: "Voided",
  date: "Date",
  client: "Client",
  taxNumber: "Tax number",
  subtotal: "Subtotal",
  discount: "Discount",
  tip: "Tip",
  total: "Total",
  included: "included",
  onNet: "on",
  refunded: "Refunded",
  methods: {
    card: "Card",
    cash: "Cash",
    gift_card: "Gift card",
    package: "Package",
    membership: "Membership",
    external: "Other",
  },
};
const german: ReceiptTexts = {
  receipt: "Beleg",
  voided: "Storniert",
  date: "Datum",
  client: "Kundin/Kunde",
  taxNumber: "Steuernummer",
  subtotal: "Zwischensumme",
  discount: "Rabatt",
  tip: "Trinkgeld",
  total: "Summe",
  included: "enthalten",
  onNet: "auf",
  refunded: "Erstattet",
  methods: {
    card: "Karte",
    cash: "Bar",
    gift_card: "Gutschein",
    package: "Paket",
    membership: "Mitgliedschaft",
    external: "Sonstige",
  },
};
const french: ReceiptTexts = {
  receipt: "Reçu",
  voided: "Annulé",
  date: "Date",
  client: "Client",
  taxNumber: "Numéro fiscal",
  subtotal: "Sous-total",
  discount: "Remise",
  tip: "Pourboire",
  total: "Total",
  included: "incluse",
  onNet: "sur",
  refunded: "Remboursé",
  methods: {
    card: "Carte",
    cash: "Espèces",
    gift_card: "Carte cadeau",
    package: "Forfait",
    membership: "Abonnement",
    external: "Autre",
  },
};
const spanish: ReceiptTexts = {
  receipt: "Recibo",
  voided: "Anulado",
  date: "Fecha",
  client: "Cliente",
  taxNumber: "NIF",
  subtotal: "Subtotal",
  discount: "Descuento",
  tip: "Propina",
  total: "Total",
  included: "incluido",
  onNet: "sobre",
  refunded: "Reembolsado",
  methods: {
    card: "Tarjeta",
    cash: "Efectivo",
    gift_card: "Tarjeta regalo",
    package: "Bono",
    membership: "Membresía",
    external: "Otro",
  },
};

const ofLanguage: Readonly<Record<string, ReceiptTexts>> = {
  en: english,
  de: german,
  fr: french,
  es: spanish,
};

/** Returns the language of a locale and the texts in this language. Returns English for an unsupported language. */
export function receiptTexts(locale: string): { readonly language: string; readonly texts: ReceiptTexts } {
  const language = locale.slice(0, 2).toLowerCase();
  const texts = ofLanguage[language];
  return texts === undefined ? { language: "en", texts: english } : { language, texts };
}
