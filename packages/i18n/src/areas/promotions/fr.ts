import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Promotions",
  new: "Nouvelle promotion",
  none: "Aucune promotion",
  noneHint: "Créez une remise à appliquer à la caisse ou à donner sous forme de code.",
  name: "Nom",
  kind: "Type de remise",
  percent: "Pourcentage",
  amount: "Montant",
  services: "Prestations",
  everyService: "Toutes les prestations",
  startsOn: "Premier jour",
  endsOn: "Dernier jour",
  from: "À partir du {date}",
  until: "Jusqu’au {date}",
  code: "Code",
  codeHint: "Jusqu’à 40 lettres, chiffres, - ou _ ; les clients l’indiquent.",
  enterName: "Saisissez un nom.",
  enterPercent: "Saisissez un nombre de 1 à 100.",
  enterAmount: "Saisissez un montant supérieur à zéro.",
  wrongDates: "Le dernier jour ne peut pas précéder le premier.",
  archive: "Archiver",
  archiveTitle: "Archiver « {name} » ?",
  archiveHint: "Ne peut plus être appliquée. Les rendez-vous et ventes qui l’ont la gardent.",
} satisfies Translation<typeof en>;
