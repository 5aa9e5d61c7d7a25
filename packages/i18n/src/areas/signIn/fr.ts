import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Connexion",
  signIn: "Se connecter",
  email: "E-mail",
  password: "Mot de passe",
  showPassword: "Afficher le mot de passe",
  forgotten: "Mot de passe oublié ?",
  noAccount: "Pas encore de compte ?",
  haveAccount: "Vous avez déjà un compte ?",
  signUp: "S’inscrire",
  signUpTitle: "Créer un compte",
  name: "Votre nom",
  passwordHint: "Au moins 8 caractères",
  checkEmail: "Consultez vos e-mails",
  signUpSent:
    "Nous avons envoyé un lien à {email}. Ouvrez-le pour confirmer votre adresse ; il est valable un jour.",
  resetTitle: "Réinitialiser le mot de passe",
  resetHint: "Nous vous envoyons un lien pour choisir un nouveau mot de passe.",
  sendLink: "Envoyer le lien",
  resetSent: "Si {email} a un compte, un lien est en route. Il est valable une heure.",
  back: "Retour à la connexion",
  wrong: "E-mail ou mot de passe incorrect.",
  byInvitation: "Ce serveur n’accepte les inscriptions que sur invitation. Demandez-la au propriétaire.",
  chooseTitle: "Choisir un établissement",
  noBusiness: "Vous n’appartenez encore à aucun établissement",
  noBusinessHint: "Ouvrez le lien de votre invitation, ou demandez à être invité avec {email}.",
  newBusiness: "Configurer une entreprise",
  expiredTitle: "Veuillez vous reconnecter",
  expiredHint:
    "Votre session est terminée. Votre saisie est conservée ; après la connexion, vous continuez ici.",
  otherUser: "Se connecter avec un autre compte",
} satisfies Translation<typeof en>;
