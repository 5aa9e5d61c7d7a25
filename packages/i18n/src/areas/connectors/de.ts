import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Automatisierung",
  intro:
    "Eine Automatisierungsplattform reagiert auf Termine, Kunden und Zahlungen und bucht oder ändert sie. Jede Plattform bekommt einen eigenen API-Schlüssel.",
  needsHttps:
    "Diese Plattformen brauchen eine https-Adresse, die aus dem Internet erreichbar ist. Dieses Daybook ist unter {address} geöffnet.",
  zapier: "Zapier",
  zapierAbout: "Verbindet Daybook mit Tausenden Programmen, ohne Programmieren",
  zapierInstall:
    "Installieren Sie die App von Daybook in Ihrem Zapier-Konto, aus dem Ordner connectors/zapier. Sie steht noch nicht im Verzeichnis von Zapier. „Webhooks by Zapier“ funktioniert auch ohne sie.",
  make: "Make",
  makeAbout: "Baut Abläufe aus Modulen, ohne Programmieren",
  makeInstall:
    "Laden Sie die App von Daybook in Ihr Make-Konto, aus dem Ordner connectors/make. Sie steht noch nicht im Verzeichnis von Make. Die Module HTTP und Webhooks funktionieren auch ohne sie.",
  n8n: "n8n",
  n8nAbout: "Führt Abläufe auf Ihrem Server oder in der Cloud aus",
  n8nInstall:
    "Installieren Sie die Nodes von Daybook in Ihrem n8n, aus dem Ordner connectors/n8n. Die Nodes HTTP Request und Webhook funktionieren auch ohne sie.",
  mcp: "Assistenten (MCP)",
  mcpAbout: "Lässt einen Assistenten im Gespräch freie Zeiten finden, buchen, verschieben und absagen",
  mcpInstall:
    "Öffnen Sie in Ihrem Assistenten die Einstellungen für MCP-Server (oft „Konnektoren“) und fügen Sie einen entfernten Server hinzu.",
  mcpConnect: "Tragen Sie die Adresse ein, und den Schlüssel als Bearer-Token im Header Authorization.",
  createKey: "Erstellen Sie unten den Schlüssel und kopieren Sie ihn mit der Adresse.",
  connect: "Fügen Sie in {platform} eine Verbindung zu Daybook hinzu und tragen Sie beides ein.",
  guide: "Anleitung für {platform} (Englisch)",
  create: "Schlüssel für {platform} erstellen",
  createAnother: "Weiteren Schlüssel erstellen",
  keys: "Schlüssel: {count}",
  lastUsed: "zuletzt benutzt {when}",
  neverUsed: "nie benutzt",
  subscriptions: "Abonnements: {count}",
  keyTitle: "Verbinden Sie {platform} jetzt",
  keyHint:
    "Der Schlüssel wird nur dieses eine Mal angezeigt. Er darf Termine und Kunden lesen und ändern sowie Leistungen, Teammitglieder, Verkäufe und Zahlungen lesen.",
  keyGone:
    "Diese Antwort enthält den Schlüssel nicht mehr. Widerrufen Sie ihn unter API-Schlüssel und erstellen Sie einen anderen.",
  address: "Adresse",
  key: "API-Schlüssel",
  copy: "Kopieren",
  copied: "Kopiert",
  done: "Fertig",
  manage: "Schlüssel widerrufen Sie unter {keys}, Abonnements stehen unter {webhooks}.",
} satisfies Translation<typeof en>;
