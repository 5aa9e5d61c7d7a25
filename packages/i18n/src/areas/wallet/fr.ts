import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  actionsOf: "Actions pour {name}",
  adjust: "Modifier le solde",
  block: "Bloquer",
  unblock: "Débloquer",
  adjustTitle: "Modifier le solde de « {name} »",
  blockTitle: "Bloquer « {name} » ?",
  unblockTitle: "Débloquer « {name} » ?",
  direction: "Sens",
  add: "Ajouter",
  subtract: "Retirer",
  services: "Prestations",
  amount: "Montant",
  reason: "Motif",
  reasonHint: "Conservé dans l’historique, pour l’équipe seulement.",
  enterAmount: "Saisissez un nombre supérieur à zéro.",
  enterReason: "Saisissez un motif.",
} satisfies Translation<typeof en>;
