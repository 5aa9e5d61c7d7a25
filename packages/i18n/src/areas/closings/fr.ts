import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Clôture de caisse",
  intro:
    "Une clôture couvre tous les paiements et remboursements du site {location} depuis la précédente. Elle est définitive.",
  back: "Ventes",
  closeDay: "Clôturer la journée",
  count: "Compter la recette",
  countHint:
    "Saisissez ce que vous avez compté. Daybook le compare aux paiements ; un champ vide n’est pas comparé.",
  note: "Note",
  empty: "Aucune journée clôturée",
  emptyHint: "Comptez la recette en fin de journée et comparez-la aux paiements.",
  since: "Depuis {when}",
  sinceStart: "Depuis le premier paiement",
  correct: "Aucun écart",
  difference: "Écart {amount}",
  notCounted: "Non compté",
  method: "Mode",
  taken: "Encaissé",
  refunded: "Remboursé",
  expected: "Attendu",
  counted: "Compté",
  differenceShort: "Écart",
  noPayments: "Aucun paiement",
  more: "Afficher plus",
  cash: "Espèces",
  card: "Carte",
  gift_card: "Carte cadeau",
  package: "Forfait",
  membership: "Abonnement",
  external: "Autre",
} satisfies Translation<typeof en>;
