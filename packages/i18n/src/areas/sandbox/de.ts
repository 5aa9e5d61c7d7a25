import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Sandbox",
  intro:
    "Eine Sandbox ist ein Betrieb zum Ausprobieren von Anbindungen. Sie sendet Webhooks, aber keine E-Mails, SMS oder Online-Zahlungen. Stellen Sie ihre Uhr vor, um Erinnerungen, Abläufe und Wiederholungen ohne Warten zu sehen.",
  create: "Neue Sandbox",
  createHint:
    "Sie werden Inhaberin oder Inhaber und können fünf Sandboxen haben. Land, Währung und Zeitzone sind die von {business}.",
  createDo: "Sandbox erstellen",
  name: "Name",
  enterName: "Geben Sie einen Namen ein.",
  list: "Ihre Sandboxen",
  empty: "Sie haben keine Sandbox",
  emptyHint:
    "Erstellen Sie eine, um API-Schlüssel, Webhooks und Konnektoren auszuprobieren, ohne Ihre Kundendaten zu berühren.",
  isOpen: "Gerade geöffnet",
  clock: "Testuhr",
  ahead: "Sie geht vor und steht still, bis Sie sie weiterstellen.",
  real: "Sie zeigt die wirkliche Zeit.",
  advancing: "Wird auf {when} gestellt. Vorher geschieht der Reihe nach alles, was bis dahin fällig ist.",
  by: "Vorstellen um",
  byHour: "1 Stunde",
  byDay: "1 Tag",
  byWeek: "1 Woche",
  byMonth: "30 Tage",
  date: "Vorstellen auf",
  time: "Uhrzeit",
  advance: "Vorstellen",
  enterLater: "Geben Sie Datum und Uhrzeit nach {when} ein.",
  tooFar: "Auf einmal sind höchstens zwei Jahre möglich.",
  events: "Testereignisse",
  eventsHint: "Ein ausgelöstes Ereignis legt echte Datensätze in dieser Sandbox an und sendet ihre Webhooks.",
  event: "Ereignis",
  trigger: "Ereignis auslösen",
  triggered: "Ausgelöst: {event}",
} satisfies Translation<typeof en>;
