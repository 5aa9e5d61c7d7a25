import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Promociones",
  new: "Nueva promoción",
  none: "No hay promociones",
  noneHint: "Cree un descuento para aplicar en caja o para dar a los clientes como código.",
  name: "Nombre",
  kind: "Tipo de descuento",
  percent: "Porcentaje",
  amount: "Importe",
  services: "Servicios",
  everyService: "Cualquier servicio",
  startsOn: "Primer día",
  endsOn: "Último día",
  from: "Desde el {date}",
  until: "Hasta el {date}",
  code: "Código",
  codeHint: "Hasta 40 letras, cifras, - o _; los clientes lo dicen.",
  enterName: "Introduzca un nombre.",
  enterPercent: "Introduzca un número de 1 a 100.",
  enterAmount: "Introduzca un importe mayor que cero.",
  wrongDates: "El último día no puede ser anterior al primero.",
  archive: "Archivar",
  archiveTitle: "¿Archivar «{name}»?",
  archiveHint: "Ya no se puede aplicar. Las citas y ventas que la tienen la conservan.",
} satisfies Translation<typeof en>;
