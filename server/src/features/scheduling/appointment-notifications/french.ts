import type { EmailTexts } from "./texts.ts";

export const french: EmailTexts = {
  subject: {
    requested: "nous avons reçu votre demande",
    booked: "votre rendez-vous est confirmé",
    moved: "votre rendez-vous a été déplacé",
    cancelled: "votre rendez-vous est annulé",
    declined: "votre demande a été refusée",
    reminder: "rappel de votre rendez-vous",
  },
  subjectOfSeveral: {
    requested: (count) => `nous avons reçu votre demande de ${count} rendez-vous`,
    booked: (count) => `vos ${count} rendez-vous sont confirmés`,
  },
  greeting: (name) => `Bonjour ${name},`,
  opening: {
    requested: (business) => `Merci pour votre demande. ${business} l'a bien reçue :`,
    booked: (business) => `Votre rendez-vous chez ${business} est confirmé :`,
    moved: (business) => `Votre rendez-vous chez ${business} a été déplacé :`,
    cancelled: (business) => `Votre rendez-vous chez ${business} a été annulé :`,
    declined: (business) => `Malheureusement, ${business} ne peut pas vous proposer le rendez-vous demandé :`,
    reminder: (business) => `Nous vous rappelons votre rendez-vous chez ${business} :`,
  },
  openingOfSeveral: {
    requested: (business) => `Merci pour votre demande. ${business} l'a bien reçue :`,
    booked: (business) => `Vos rendez-vous chez ${business} sont confirmés :`,
  },
  notConfirmed: "Ce n'est pas encore confirmé. Vous recevrez un autre message dès que ce sera le cas.",
  what: "Quoi",
  when: "Quand",
  before: "Au lieu de",
  where: "Où",
  clock: (dateAndTime) => dateAndTime,
  contact: "Pour toute question, ou si vous ne pouvez pas venir, contactez-nous :",
  manage: "Modifier ou annuler votre rendez-vous",
  terms: "Annulation",
  lateCancelFee: (window, fee) => `Si vous annulez moins de ${window} avant le début, nous facturons ${fee}.`,
  noShowFee: (fee) => `Si vous ne venez pas, nous facturons ${fee}.`,
  deposit: (amount) => `Votre acompte de ${amount} est déduit du total.`,
  termsOfEach: "Cela vaut pour chacun des rendez-vous.",
  farewell: "Cordialement",
  entry: (business) => `Rendez-vous : ${business}`,
};
