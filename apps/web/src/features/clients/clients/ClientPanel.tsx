import { clientsTexts } from "@daybook/i18n/clients";
import type { Client } from "@daybook/sdk";
import { useText } from "../../../base/language.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { ClientForm } from "./ClientForm.tsx";

/** Shows the side panel in which a client is created or edited. */
export function ClientPanel({
  client,
  onClose,
  onDone,
}: {
  readonly client?: Client;
  readonly onClose: () => void;
  readonly onDone: (client: Client) => void;
}) {
  const t = useText(clientsTexts);
  return (
    <SidePanel title={t(client === undefined ? "newClient" : "editClient")} onClose={onClose}>
      <ClientForm client={client} onDone={onDone} />
    </SidePanel>
  );
}
