import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Export",
  intro:
    "Alles aus Ihrem Betrieb in einer Datei: um zu einer anderen Daybook-Installation umzuziehen oder zum Aufbewahren. Sie enthält alle Daten, Fotos und Tabellen mit Kunden, Terminen und Verkäufen.",
  leftOut:
    "Passwörter, API-Schlüssel, Webhook-Geheimnisse und die Verbindung zu Stripe sind nie in der Datei. Sie enthält die Daten aller Kunden: Bewahren Sie sie sicher auf.",
  create: "Export erstellen",
  isBeingMade: "Immer nur ein Export gleichzeitig",
  empty: "Noch kein Export",
  emptyHint: "Ein Export dauert bis zu einige Minuten. Sie können diese Seite währenddessen verlassen.",
  statusQueued: "Wartet",
  statusRunning: "Wird erstellt",
  statusReady: "Fertig",
  statusFailed: "Fehlgeschlagen",
  statusExpired: "Abgelaufen",
  until: "Verfügbar bis {time}",
  failedHint: "Die Datei konnte nicht geschrieben werden. Erstellen Sie einen neuen Export.",
  expiredHint: "Die Datei wurde gelöscht.",
  download: "Herunterladen",
} satisfies Translation<typeof en>;
