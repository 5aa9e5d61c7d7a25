import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  actionsOf: "Acciones para {name}",
  adjust: "Cambiar el saldo",
  block: "Bloquear",
  unblock: "Desbloquear",
  adjustTitle: "Cambiar el saldo de «{name}»",
  blockTitle: "¿Bloquear «{name}»?",
  unblockTitle: "¿Desbloquear «{name}»?",
  direction: "Sentido",
  add: "Añadir",
  subtract: "Quitar",
  services: "Servicios",
  amount: "Importe",
  reason: "Motivo",
  reasonHint: "Queda en el historial, solo para el equipo.",
  enterAmount: "Introduzca un número mayor que cero.",
  enterReason: "Introduzca un motivo.",
} satisfies Translation<typeof en>;
