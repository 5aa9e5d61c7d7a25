import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Export",
  intro:
    "Toutes les données de votre établissement dans un fichier : pour passer à une autre installation de Daybook, ou pour les conserver. Il contient toutes les fiches, les photos et des tableaux des clients, des rendez-vous et des ventes.",
  leftOut:
    "Les mots de passe, les clés d’API, les secrets des webhooks et la connexion à Stripe n’y sont jamais. Le fichier contient les données de tous vos clients : conservez-le en lieu sûr.",
  create: "Créer un export",
  isBeingMade: "Un export à la fois",
  empty: "Aucun export",
  emptyHint: "Un export prend jusqu’à quelques minutes. Vous pouvez quitter cette page entre-temps.",
  statusQueued: "En attente",
  statusRunning: "En cours",
  statusReady: "Prêt",
  statusFailed: "Échoué",
  statusExpired: "Expiré",
  until: "Disponible jusqu’au {time}",
  failedHint: "Le fichier n’a pas pu être écrit. Créez un nouvel export.",
  expiredHint: "Le fichier a été supprimé.",
  download: "Télécharger",
} satisfies Translation<typeof en>;
