import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Cela n’a pas fonctionné",
  offline: "Pas de connexion. Votre saisie est conservée.",
  server: "Le serveur n’a pas pu le faire. Votre saisie est conservée.",
  busy: "Le serveur est occupé. Réessayez dans un instant.",
  role: "Votre rôle ne le permet pas. Demandez au propriétaire ou au responsable.",
  notFound: "Cela n’existe plus, ou vous n’y avez pas accès.",
  fields: "Certaines saisies sont à corriger.",
  changed: "Quelqu’un d’autre l’a modifié entre-temps.",
  conflict: "Ce créneau est pris.",
  state: "L’état du rendez-vous ne le permet plus.",
  refused: "Le serveur a refusé : {reason}",
  retry: "Réessayer",
  reload: "Recharger la page",
  crashed: "Cet écran ne fonctionne plus",
  crashedHint:
    "Vos données sont en sécurité. Réessayez ; si cela se répète, donnez le numéro ci-dessous à votre administrateur.",
  fieldRequired: "À remplir.",
  fieldTooLong: "C’est trop long.",
  fieldFormat: "Le format n’est pas correct.",
  missingPage: "Cette page n’existe pas",
  toCalendar: "Vers l’agenda",
} satisfies Translation<typeof en>;
