import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Mes sessions",
  intro:
    "Les navigateurs dans lesquels vous êtes connecté. Déconnectez ceux que vous ne reconnaissez pas et changez votre mot de passe.",
  current: "Ce navigateur",
  unknownDevice: "Navigateur inconnu",
  opened: "Connexion : {when}",
  used: "Dernière utilisation : {when}",
  from: "Depuis {address}",
  end: "Déconnecter",
  endNamed: "Déconnecter {device}",
  endOthers: "Déconnecter tous les autres",
} satisfies Translation<typeof en>;
