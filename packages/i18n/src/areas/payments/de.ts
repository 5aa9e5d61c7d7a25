import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Online-Zahlungen",
  intro:
    "Kunden zahlen online mit Karte über ein Konto Ihres Unternehmens bei Stripe. Das Geld geht an Sie, nicht an Daybook.",
  stripe: "Stripe-Konto",
  not_connected: "Nicht verbunden",
  onboarding: "Nicht vollständig",
  pending_verification: "In Prüfung",
  restricted: "Eingeschränkt",
  active: "Aktiv",
  disabled: "Zugriff entzogen",
  not_connectedHint: "Verbinden Sie ein Konto, um online Kartenzahlungen anzunehmen.",
  onboardingHint: "Stripe braucht noch Angaben von Ihnen.",
  pending_verificationHint: "Stripe prüft Ihre Angaben; das kann einige Tage dauern.",
  restrictedHint: "Stripe hat Zahlungen angehalten, bis Sie das Fehlende senden.",
  activeHint: "Kunden können online zahlen.",
  disabledHint:
    "Stripe gewährt keinen Zugriff mehr auf dieses Konto. Trennen Sie es, dann verbinden Sie ein anderes.",
  charges: "Kartenzahlungen",
  payouts: "Auszahlungen an Ihre Bank",
  on: "An",
  off: "Aus",
  missing: "Stripe braucht noch",
  bankAccount: "Bankkonto",
  businessProfile: "Angaben zum Betrieb",
  identity: "Identität des Inhabers oder Vertreters",
  company: "Angaben zur Gesellschaft",
  terms: "Zustimmung zu den Bedingungen von Stripe",
  other: "Weitere Angaben",
  connect: "Mit Stripe verbinden",
  continue: "Bei Stripe fortfahren",
  disconnect: "Trennen",
  disconnectTitle: "Stripe-Konto trennen?",
  disconnectHint:
    "Kunden können nicht mehr online zahlen. Frühere Zahlungen können weiterhin erstattet werden.",
  depositHint: "Ohne aktives Konto verlangt die Buchungsseite keine Anzahlung.",
} satisfies Translation<typeof en>;
