import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Bac à sable",
  intro:
    "Un bac à sable est un établissement pour essayer des intégrations. Il envoie des webhooks, mais ni e-mails, ni SMS, ni paiements en ligne. Avancez son horloge pour voir rappels, expirations et nouvelles tentatives sans attendre.",
  create: "Nouveau bac à sable",
  createHint:
    "Vous en devenez propriétaire et pouvez en avoir cinq. Pays, devise et fuseau horaire sont ceux de {business}.",
  createDo: "Créer le bac à sable",
  name: "Nom",
  enterName: "Saisissez un nom.",
  list: "Vos bacs à sable",
  empty: "Vous n’avez pas de bac à sable",
  emptyHint: "Créez-en un pour essayer clés d’API, webhooks et connecteurs sans toucher à vos clients.",
  isOpen: "Ouvert actuellement",
  clock: "Horloge de test",
  ahead: "Elle est en avance sur l’heure réelle et reste arrêtée jusqu’à ce que vous l’avanciez.",
  real: "Elle indique l’heure réelle.",
  advancing: "Avance jusqu’au {when}. Tout ce qui est prévu d’ici là se produit d’abord, dans l’ordre.",
  by: "Avancer de",
  byHour: "1 heure",
  byDay: "1 jour",
  byWeek: "1 semaine",
  byMonth: "30 jours",
  date: "Avancer au",
  time: "Heure",
  advance: "Avancer",
  enterLater: "Saisissez une date et une heure après le {when}.",
  tooFar: "Une avance couvre au plus deux ans.",
  events: "Événements de test",
  eventsHint:
    "Déclencher un événement crée de vrais enregistrements dans ce bac à sable et envoie ses webhooks.",
  event: "Événement",
  trigger: "Déclencher l’événement",
  triggered: "Déclenché : {event}",
} satisfies Translation<typeof en>;
