import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Das hat nicht geklappt",
  offline: "Keine Verbindung. Ihre Eingaben bleiben erhalten.",
  server: "Der Server konnte das nicht ausführen. Ihre Eingaben bleiben erhalten.",
  busy: "Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.",
  role: "Ihre Rolle darf das nicht. Fragen Sie die Inhaberin oder Leitung.",
  notFound: "Das gibt es nicht mehr, oder Sie dürfen es nicht sehen.",
  fields: "Einige Angaben müssen korrigiert werden.",
  changed: "Inzwischen hat jemand anderes das geändert.",
  conflict: "Diese Zeit ist belegt.",
  state: "Der Termin ist nicht mehr in einem Zustand, der das erlaubt.",
  refused: "Der Server hat das abgelehnt: {reason}",
  retry: "Erneut versuchen",
  reload: "Seite neu laden",
  crashed: "Diese Seite funktioniert gerade nicht",
  crashedHint:
    "Ihre Daten sind sicher. Versuchen Sie es erneut; wenn es wieder passiert, nennen Sie Ihrer Verwaltung die Nummer unten.",
  noConnection: "Keine Verbindung",
  noConnectionHint:
    "Daybook braucht eine Verbindung, um Ihre Daten zu zeigen. Sobald es eine gibt, geht es hier von selbst weiter.",
  fieldRequired: "Bitte ausfüllen.",
  fieldTooLong: "Das ist zu lang.",
  fieldFormat: "Das hat nicht die richtige Form.",
  missingPage: "Diese Seite gibt es nicht",
  toCalendar: "Zum Kalender",
  fieldTooShort: "Geben Sie mindestens {count} Zeichen ein.",
  fieldTooSmall: "Geben Sie {count} oder mehr ein.",
  fieldTooLarge: "Geben Sie {count} oder weniger ein.",
  fieldEmail: "Geben Sie eine E-Mail-Adresse ein.",
  fieldUrl: "Geben Sie eine Webadresse ein, etwa https://example.com.",
  fieldTaken: "Das ist bereits vergeben.",
  fieldOverlap: "Diese Zeiten überschneiden sich mit anderen.",
  fieldOrder: "Das Ende muss nach dem Beginn liegen.",
  fieldOtherUser: "Das gehört zu einem anderen Benutzerkonto.",
  fieldLastOwner:
    "Der Betrieb braucht eine Inhaberin oder einen Inhaber: Fügen Sie zuerst eine weitere Person hinzu.",
  fieldRefused: "Dieser Wert wird nicht angenommen.",
} satisfies Translation<typeof en>;
