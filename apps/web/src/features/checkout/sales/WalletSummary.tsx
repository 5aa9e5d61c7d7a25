import { salesTexts } from "@daybook/i18n/sales";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { walletQuery } from "./queries.ts";
import classes from "./Sales.module.css";

/** Shows the client's gift cards, packages and memberships, except those that are blocked or have no units left. */
export function WalletSummary({ clientId }: { readonly clientId: string }) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { data: wallet } = useQuery(walletQuery(business, clientId));
  if (wallet === undefined) return null;
  const units = [...wallet.packages, ...wallet.membership_credits].filter(
    ({ blocked_at, remaining }) => blocked_at === null && remaining > 0,
  );
  const cards = wallet.gift_cards.filter(({ blocked_at }) => blocked_at === null);
  if (units.length === 0 && cards.length === 0) return null;
  return (
    <div className={classes.wallet}>
      <Text size="sm" fw={600}>
        {t("walletHas")}
      </Text>
      <ul>
        {units.map(({ id, name, remaining }) => (
          <li key={id}>{t("unitsLeft", { name, count: remaining })}</li>
        ))}
        {cards.map(({ id, code_last4, balance }) => (
          <li key={id} className="numbers">
            {t("giftCardEnding", { last4: code_last4, balance: formats.money(balance) })}
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {t("walletHint")}
      </Text>
    </div>
  );
}
