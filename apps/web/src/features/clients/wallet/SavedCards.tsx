import { clientsTexts } from "@daybook/i18n/clients";
import type { Client, DataOf } from "@daybook/sdk";
import { ActionIcon, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import classes from "../clients/ClientPage.module.css";

type SavedCard = DataOf<"get", "/businesses/{business}/clients/{client}/saved-cards">["items"][number];

/**
 * Shows the cards that the client saved for fees, each with a button that removes the card. Renders nothing if the client has no saved
 * cards or the user's role may not list them.
 */
export function SavedCards({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const isBlocked = useBlockedReason("listSavedCards") !== undefined;
  const { data } = useQuery({
    queryKey: [business, "clients", "saved-cards", client.id],
    queryFn: () => api.clients.listSavedCards({ path: { business, client: client.id } }),
    enabled: !isBlocked,
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <section>
      <Title order={2} size="md" mb="xs">
        {t("savedCards")}
      </Title>
      <ul className={`${classes.rows} numbers`} aria-label={t("savedCards")}>
        {data.items.map((card) => (
          <Entry key={card.id} client={client.id} card={card} />
        ))}
      </ul>
    </section>
  );
}

function Entry({ client, card }: { readonly client: string; readonly card: SavedCard }) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const [isRemoving, setRemoving] = useState(false);
  const close = () => setRemoving(false);
  const { brand, last4, exp_month: month, exp_year: year, no_show_fee, late_cancel_fee } = card;
  const name = last4 === null ? t("cardPending") : t("cardName", { brand: brand ?? "", last4 });
  const notes = [
    month === null || year === null ? undefined : t("cardExpires", { date: `${month}/${year}` }),
    late_cancel_fee === null ? undefined : t("cardLateFee", { fee: formats.money(late_cancel_fee) }),
    no_show_fee === null ? undefined : t("cardNoShowFee", { fee: formats.money(no_show_fee) }),
  ];
  return (
    <li>
      <span className={classes.what}>
        <b>{name}</b>
        <br />
        <span className={classes.soft}>{notes.filter(Boolean).join(" · ")}</span>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t("cardRemoveNamed", { name })}
        onClick={() => setRemoving(true)}
      >
        <Icon name="close" size={18} />
      </ActionIcon>
      <ConfirmDialog
        name="removeCard"
        operation="deleteSavedCard"
        changes={["clients"]}
        record={isRemoving ? card.id : undefined}
        title={t("cardRemove")}
        text={t("cardRemoveHint", { name })}
        action={t("cardRemove")}
        run={(saved_card) => api.clients.deleteSavedCard({ path: { business, client, saved_card } })}
        onClose={close}
      />
    </li>
  );
}
