import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Journal des modifications",
  intro:
    "Chaque modification, la plus récente d’abord. Les rendez-vous apparaissent avec leurs modifications, pas leur réservation.",
  from: "Du",
  to: "Au",
  actor: "Par",
  anyActor: "Tous",
  actorUser: "Utilisateurs",
  actorKey: "Clés d’API",
  actorPublic: "Page de réservation et liens",
  actorSystem: "Daybook",
  created: "créé",
  changed: "modifié",
  deleted: "supprimé",
  field: "Champ",
  before: "Avant",
  after: "Après",
  erased: "Le client a été effacé.",
  address: "Depuis {address}",
  empty: "Aucune modification",
  emptyHint: "Choisissez d’autres filtres.",
  more: "Afficher plus",
  yes: "oui",
  no: "non",
} satisfies Translation<typeof en>;
