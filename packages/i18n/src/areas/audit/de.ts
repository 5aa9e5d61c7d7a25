import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Änderungsprotokoll",
  intro: "Jede Änderung, die neueste zuerst. Termine erscheinen mit ihren Änderungen, nicht mit der Buchung.",
  from: "Von",
  to: "Bis",
  actor: "Von wem",
  anyActor: "Alle",
  actorUser: "Benutzer",
  actorKey: "API-Schlüssel",
  actorPublic: "Buchungsseite und Links",
  actorSystem: "Daybook",
  created: "angelegt",
  changed: "geändert",
  deleted: "gelöscht",
  field: "Feld",
  before: "Vorher",
  after: "Nachher",
  erased: "Der Kunde wurde gelöscht.",
  address: "Von {address}",
  empty: "Keine Änderungen",
  emptyHint: "Wählen Sie andere Filter.",
  more: "Mehr anzeigen",
  yes: "ja",
  no: "nein",
} satisfies Translation<typeof en>;
