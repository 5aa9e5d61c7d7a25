import type { Translation } from "../../messages.ts";
import type en from "./en.ts";

export default {
  title: "Conectores",
  intro:
    "Una plataforma de automatización reacciona a citas, clientes y pagos, y puede reservar o modificar. Cada plataforma recibe su propia clave de API.",
  needsHttps:
    "Estas plataformas necesitan una dirección https accesible desde Internet. Este Daybook está abierto en {address}.",
  zapier: "Zapier",
  zapierAbout: "Conecta Daybook con miles de aplicaciones, sin programar",
  zapierInstall:
    "Instale la aplicación de Daybook en su cuenta de Zapier, desde la carpeta connectors/zapier. Aún no está en el directorio de Zapier. «Webhooks by Zapier» funciona sin ella.",
  make: "Make",
  makeAbout: "Crea escenarios con módulos, sin programar",
  makeInstall:
    "Despliegue la aplicación de Daybook en su cuenta de Make, desde la carpeta connectors/make. Aún no está en el directorio de Make. Los módulos HTTP y Webhooks funcionan sin ella.",
  n8n: "n8n",
  n8nAbout: "Ejecuta flujos de trabajo en su servidor o en la nube",
  n8nInstall:
    "Instale los nodos de Daybook en su n8n, desde la carpeta connectors/n8n. Los nodos HTTP Request y Webhook funcionan sin ellos.",
  mcp: "Asistentes (MCP)",
  mcpAbout:
    "Permite que un asistente busque horas libres, reserve, cambie y cancele citas en una conversación",
  mcpInstall:
    "En su asistente, abra los ajustes de los servidores MCP (a menudo llamados conectores) y añada un servidor remoto.",
  mcpConnect: "Introduzca la dirección, y la clave como token Bearer en la cabecera Authorization.",
  createKey: "Cree la clave abajo y cópiela junto con la dirección.",
  connect: "En {platform}, añada una conexión con Daybook e introduzca ambas.",
  guide: "Guía de {platform} (en inglés)",
  create: "Crear clave para {platform}",
  createAnother: "Crear otra clave",
  keys: "Claves: {count}",
  lastUsed: "último uso {when}",
  neverUsed: "nunca usada",
  subscriptions: "Suscripciones: {count}",
  keyTitle: "Conecte {platform} ahora",
  keyHint:
    "La clave solo se muestra esta vez. Permite leer y modificar citas y clientes, y leer servicios, el equipo, ventas y pagos.",
  keyGone: "Esta respuesta ya no contiene la clave. Revóquela en las claves de API y cree otra.",
  address: "Dirección",
  key: "Clave de API",
  copy: "Copiar",
  copied: "Copiado",
  done: "Listo",
  manage: "Las claves se revocan en {keys}; las suscripciones figuran en {webhooks}.",
} satisfies Translation<typeof en>;
