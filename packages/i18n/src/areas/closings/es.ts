import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Cierre de caja",
  intro:
    "Un cierre abarca todos los pagos y reembolsos de {location} desde el anterior. No se puede modificar.",
  back: "Ventas",
  closeDay: "Cerrar el día",
  count: "Contar el dinero",
  countHint:
    "Introduzca lo que ha contado. Daybook lo compara con los pagos; lo que deje vacío no se compara.",
  note: "Nota",
  empty: "Aún no se ha cerrado ningún día",
  emptyHint: "Cuente el dinero al final del día y compárelo con los pagos.",
  since: "Desde {when}",
  sinceStart: "Desde el primer pago",
  correct: "Sin diferencia",
  difference: "Diferencia {amount}",
  notCounted: "Sin contar",
  method: "Método",
  taken: "Cobrado",
  refunded: "Reembolsado",
  expected: "Esperado",
  counted: "Contado",
  differenceShort: "Diferencia",
  noPayments: "Ningún pago",
  more: "Mostrar más",
  cash: "Efectivo",
  card: "Tarjeta",
  gift_card: "Tarjeta regalo",
  package: "Bono",
  membership: "Membresía",
  external: "Otro",
} satisfies Translation<typeof en>;
