import { clientsTexts } from "@daybook/i18n/clients";
import type { Client, DataOf } from "@daybook/sdk";
import { Stack, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import classes from "../clients/ClientPage.module.css";
import { useShortDate } from "../clients/localDates.ts";
import { EntitlementMenu } from "./EntitlementMenu.tsx";
import { SavedCards } from "./SavedCards.tsx";

type Wallet = DataOf<"get", "/businesses/{business}/clients/{client}/wallet">;
type Units = Wallet["packages"][number] | Wallet["membership_credits"][number];

/** Shows the client's entitlements with their balances from the ledger. */
export function WalletTab({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  const shortDate = useShortDate();
  const { id: business } = useBusiness();
  const { data, error, refetch } = useQuery({
    queryKey: [business, "wallet", client.id],
    queryFn: () => api.clients.getWallet({ path: { business, client: client.id } }),
  });
  const expiry = (at: string | null) =>
    at === null ? t("neverExpires") : t("expires", { date: shortDate(at) });
  const blocked = (at: string | null) =>
    at === null ? undefined : t("walletBlocked", { date: shortDate(at) });
  const units = ({ id, name, remaining, total, blocked_at }: Units, until: string) => (
    <Entry
      key={id}
      name={name}
      notes={[until, blocked(blocked_at)]}
      value={t("remaining", { remaining, total })}
      menu={<EntitlementMenu entitlement={{ id, name, blockedAt: blocked_at }} />}
    />
  );
  if (data === undefined) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  const { packages, membership_credits: memberships, gift_cards: giftCards } = data;
  if (packages.length + memberships.length + giftCards.length === 0)
    return (
      <Stack gap="lg">
        <EmptyNote title={t("walletEmpty")} hint={t("walletEmptyHint")} />
        <SavedCards client={client} />
      </Stack>
    );
  return (
    <Stack gap="lg">
      <Group title={t("packages")}>{packages.map((entry) => units(entry, expiry(entry.expires_at)))}</Group>
      <Group title={t("memberships")}>
        {memberships.map((entry) =>
          units(entry, entry.renews_at === null ? "" : t("renews", { date: shortDate(entry.renews_at) })),
        )}
      </Group>
      <Group title={t("giftCards")}>
        {giftCards.map(({ id, code_last4, balance, blocked_at, expires_at }) => (
          <Entry
            key={id}
            name={t("giftCard", { last4: code_last4 })}
            notes={[expiry(expires_at), blocked(blocked_at)]}
            value={formats.money(balance)}
            menu={
              <EntitlementMenu
                entitlement={{
                  id,
                  name: t("giftCard", { last4: code_last4 }),
                  blockedAt: blocked_at,
                  currency: balance.currency,
                }}
              />
            }
          />
        ))}
      </Group>
      <SavedCards client={client} />
    </Stack>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: readonly ReactNode[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <Title order={2} size="md" mb="xs">
        {title}
      </Title>
      <ul className={`${classes.rows} numbers`} aria-label={title}>
        {children}
      </ul>
    </section>
  );
}

function Entry({
  name,
  notes,
  value,
  menu,
}: {
  readonly name: string;
  readonly notes: readonly (string | undefined)[];
  readonly value: string;
  readonly menu: ReactNode;
}) {
  return (
    <li>
      <span className={classes.what}>
        <b>{name}</b>
        <br />
        <span className={classes.soft}>{notes.filter(Boolean).join(" · ")}</span>
      </span>
      <b>{value}</b>
      {menu}
    </li>
  );
}
