import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Abonnements au calendrier",
  intro:
    "Des liens avec lesquels les calendriers Apple, Google et Outlook affichent les rendez-vous d’un membre de l’équipe, d’un site ou d’une salle. Les calendriers peuvent les lire, pas les modifier.",
  create: "Nouvel abonnement",
  createDo: "Créer le lien",
  subject: "Rendez-vous de",
  subjectHint: "Un membre de l’équipe, un site ou une salle",
  ofStaff: "Équipe",
  ofLocation: "Sites",
  ofRoom: "Salles et équipements",
  chooseSubject: "Choisissez de qui l’abonnement contient les rendez-vous.",
  subjectGone: "Ce choix n’existe plus. Choisissez-en un autre.",
  contains:
    "L’abonnement contient les 30 derniers et les 180 prochains jours. Les titres contiennent les prestations et les initiales, ou seulement « Rendez-vous » si vos webhooks se limitent aux identifiants.",
  linkTitle: "Votre lien",
  linkHint:
    "Copiez le lien maintenant : il ne sera plus affiché. Toute personne qui l’a peut lire l’abonnement.",
  linkGone:
    "L’abonnement est créé, mais son lien ne peut être affiché qu’une fois. Révoquez-le et créez-en un autre.",
  link: "Lien",
  copy: "Copier",
  copied: "Copié",
  onApple: "Apple : Calendrier → Fichier → Nouvel abonnement à un calendrier",
  onGoogle: "Google : Autres agendas → + → À partir de l’URL",
  onOutlook: "Outlook : Ajouter un calendrier → S’abonner à partir du web",
  delay:
    "Apple et Outlook lisent le lien toutes les quelques minutes à quelques heures. Google le lit toutes les 8 à 24 heures.",
  openHere: "Ouvrir dans le calendrier de cet appareil",
  done: "Terminé",
  empty: "Aucun abonnement",
  emptyHint: "Créez-en un, pour que votre équipe voie ses rendez-vous dans son propre calendrier.",
  kindStaff: "Membre de l’équipe",
  kindLocation: "Site",
  kindRoom: "Salle ou équipement",
  created: "Créé {when}",
  neverRead: "Pas encore lu",
  lastRead: "Dernière lecture {when}",
  revoke: "Révoquer",
  revokeTitle: "Révoquer l’abonnement de « {name} » ?",
  revokeHint:
    "Les calendriers qui utilisent le lien n’affichent plus de nouveaux rendez-vous. Le lien ne peut pas être rétabli.",
  revokeDo: "Révoquer l’abonnement",
} satisfies Translation<typeof en>;
