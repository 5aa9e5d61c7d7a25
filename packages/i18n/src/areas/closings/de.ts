import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Tagesabschluss",
  intro:
    "Ein Abschluss umfasst alle Zahlungen und Erstattungen am Standort {location} seit dem vorigen. Er lässt sich nicht ändern.",
  back: "Verkäufe",
  closeDay: "Tag abschließen",
  count: "Geld zählen",
  countHint:
    "Tragen Sie ein, was Sie gezählt haben. Daybook vergleicht es mit den Zahlungen; leere Felder werden nicht verglichen.",
  note: "Notiz",
  empty: "Noch kein Tag wurde abgeschlossen",
  emptyHint: "Zählen Sie am Ende des Tages das Geld und vergleichen Sie es mit den Zahlungen.",
  since: "Seit {when}",
  sinceStart: "Seit der ersten Zahlung",
  correct: "Keine Differenz",
  difference: "Differenz {amount}",
  notCounted: "Nicht gezählt",
  method: "Zahlart",
  taken: "Eingenommen",
  refunded: "Erstattet",
  expected: "Erwartet",
  counted: "Gezählt",
  differenceShort: "Differenz",
  noPayments: "Keine Zahlungen",
  more: "Mehr anzeigen",
  cash: "Bar",
  card: "Karte",
  gift_card: "Gutschein",
  package: "Paket",
  membership: "Mitgliedschaft",
  external: "Andere",
} satisfies Translation<typeof en>;
