import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Entorno de pruebas",
  intro:
    "Un entorno de pruebas es un negocio para probar integraciones. Envía webhooks, pero no correos, SMS ni pagos en línea. Adelante su reloj para ver recordatorios, vencimientos y reintentos sin esperar.",
  create: "Nuevo entorno de pruebas",
  createHint:
    "Será su propietario y puede tener cinco. El país, la moneda y la zona horaria son los de {business}.",
  createDo: "Crear el entorno",
  name: "Nombre",
  enterName: "Escriba un nombre.",
  list: "Sus entornos de pruebas",
  empty: "No tiene ningún entorno de pruebas",
  emptyHint: "Cree uno para probar claves de API, webhooks y conectores sin tocar a sus clientes.",
  isOpen: "Abierto ahora",
  clock: "Reloj de pruebas",
  ahead: "Va por delante de la hora real y está parado hasta que lo adelante.",
  real: "Muestra la hora real.",
  advancing: "Avanzando a {when}. Antes ocurre en orden todo lo previsto hasta entonces.",
  by: "Adelantar",
  byHour: "1 hora",
  byDay: "1 día",
  byWeek: "1 semana",
  byMonth: "30 días",
  date: "Adelantar a",
  time: "Hora",
  advance: "Adelantar",
  enterLater: "Escriba una fecha y hora posteriores a {when}.",
  tooFar: "Cada avance es de dos años como máximo.",
  events: "Eventos de prueba",
  eventsHint: "Al provocar un evento se crean registros reales en este entorno y se envían sus webhooks.",
  event: "Evento",
  trigger: "Provocar el evento",
  triggered: "Provocado: {event}",
} satisfies Translation<typeof en>;
