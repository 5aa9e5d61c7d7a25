import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "API-Schlüssel",
  intro:
    "Ein Programm mit einem Schlüssel liest und schreibt Daten dieses Betriebs ohne Passwort. Geben Sie jedem Programm einen eigenen Schlüssel.",
  newKey: "Neuer Schlüssel",
  empty: "Es gibt keine API-Schlüssel",
  emptyHint: "Erstellen Sie einen für eine Website, eine Auswertung oder ein anderes System.",
  name: "Name",
  nameHint: "Das Programm, das ihn benutzt",
  enterName: "Geben Sie einen Namen ein.",
  scopes: "Was er darf",
  enterScope: "Wählen Sie mindestens eines.",
  create: "Schlüssel erstellen",
  secretTitle: "Kopieren Sie den Schlüssel jetzt",
  secretHint: "Er wird nur dieses eine Mal angezeigt. Bewahren Sie ihn wie ein Passwort auf.",
  secretGone:
    "Diese Antwort enthält den Schlüssel nicht mehr. Widerrufen Sie ihn und erstellen Sie einen anderen.",
  key: "API-Schlüssel",
  copy: "Kopieren",
  copied: "Kopiert",
  done: "Fertig",
  created: "Erstellt {when}",
  lastUsed: "Zuletzt benutzt {when}",
  neverUsed: "Nie benutzt",
  revoke: "Widerrufen",
  revokeTitle: "„{name}“ widerrufen?",
  revokeHint:
    "Programme mit diesem Schlüssel werden ab sofort abgewiesen. Das lässt sich nicht rückgängig machen.",
  revokeDo: "Schlüssel widerrufen",
  appointmentsRead: "Termine, Sperrzeiten und freie Zeiten lesen",
  appointmentsWrite: "Termine buchen, verschieben und absagen",
  clientsRead: "Kunden mit Kontaktdaten lesen",
  clientsWrite: "Kunden anlegen und ändern",
  servicesRead: "Leistungen, Preise und Standorte lesen",
  staffRead: "Teammitglieder und ihre Zeiten lesen",
  paymentsRead: "Verkäufe und Zahlungen lesen",
} satisfies Translation<typeof en>;
