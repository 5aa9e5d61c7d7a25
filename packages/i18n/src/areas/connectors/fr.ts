import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Connecteurs",
  intro:
    "Une plateforme d’automatisation réagit aux rendez-vous, aux clients et aux paiements, et peut réserver ou modifier. Chaque plateforme reçoit sa propre clé d’API.",
  needsHttps:
    "Ces plateformes ont besoin d’une adresse https accessible depuis Internet. Ce Daybook est ouvert à l’adresse {address}.",
  zapier: "Zapier",
  zapierAbout: "Relie Daybook à des milliers d’applications, sans programmation",
  zapierInstall:
    "Installez l’application de Daybook dans votre compte Zapier, depuis le dossier connectors/zapier. Elle n’est pas encore dans l’annuaire de Zapier. « Webhooks by Zapier » fonctionne sans elle.",
  make: "Make",
  makeAbout: "Construit des scénarios avec des modules, sans programmation",
  makeInstall:
    "Déployez l’application de Daybook dans votre compte Make, depuis le dossier connectors/make. Elle n’est pas encore dans l’annuaire de Make. Les modules HTTP et Webhooks fonctionnent sans elle.",
  n8n: "n8n",
  n8nAbout: "Exécute des workflows sur votre serveur ou dans le cloud",
  n8nInstall:
    "Installez les nœuds de Daybook dans votre n8n, depuis le dossier connectors/n8n. Les nœuds HTTP Request et Webhook fonctionnent sans eux.",
  mcp: "Assistants (MCP)",
  mcpAbout:
    "Permet à un assistant de trouver des créneaux, de réserver, de déplacer et d’annuler dans une conversation",
  mcpInstall:
    "Dans votre assistant, ouvrez les réglages des serveurs MCP (souvent appelés connecteurs) et ajoutez un serveur distant.",
  mcpConnect: "Saisissez l’adresse, et la clé comme jeton Bearer dans l’en-tête Authorization.",
  createKey: "Créez la clé ci-dessous et copiez-la avec l’adresse.",
  connect: "Dans {platform}, ajoutez une connexion à Daybook et saisissez les deux.",
  guide: "Guide pour {platform} (en anglais)",
  create: "Créer une clé pour {platform}",
  createAnother: "Créer une autre clé",
  keys: "Clés : {count}",
  lastUsed: "dernière utilisation {when}",
  neverUsed: "jamais utilisée",
  subscriptions: "Abonnements : {count}",
  keyTitle: "Connectez {platform} maintenant",
  keyHint:
    "La clé n’est affichée qu’une seule fois. Elle permet de lire et de modifier les rendez-vous et les clients, et de lire les prestations, l’équipe, les ventes et les paiements.",
  keyGone: "Cette réponse ne contient plus la clé. Révoquez-la dans les clés d’API et créez-en une autre.",
  address: "Adresse",
  key: "Clé d’API",
  copy: "Copier",
  copied: "Copié",
  done: "Terminé",
  manage: "Révoquez les clés sous {keys} ; les abonnements figurent sous {webhooks}.",
} satisfies Translation<typeof en>;
