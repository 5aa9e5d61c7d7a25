import { depositsTexts } from "@daybook/i18n/deposits";
import { Anchor, SegmentedControl, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { localTimeOf, useInstantText } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { useChosenLocation } from "../../../base/locations.ts";
import { pagedQuery } from "../../../base/pagedQuery.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { PagedList } from "../../../ui/PagedList.tsx";
import type { Deposit } from "./queries.ts";
import { SettleDialog } from "./SettleDialog.tsx";
import { useDepositText } from "./useDepositText.ts";

const PAGE = 50;

/** Lists the location's deposits, newest first. By default, lists only the deposits that are still to be settled. */
export default function DepositsPage() {
  const t = useText(depositsTexts);
  const { id: business } = useBusiness();
  const { location } = useChosenLocation();
  const [search, change] = useScreenSearch();
  const [settling, setSettling] = useState<Deposit>();
  const showsAll = search.status === "all";
  const pages = useInfiniteQuery({
    ...pagedQuery([business, "sales", "deposits", "list", location?.id, showsAll], (page) =>
      api.deposits.list({
        path: { business },
        query: {
          limit: PAGE,
          ...(location === undefined ? {} : { location_id: location.id }),
          ...(showsAll ? {} : { status: ["to_settle"] }),
          ...page,
        },
      }),
    ),
    enabled: location !== undefined,
  });
  return (
    <Page title={t("title")} back={<BackLink to="sales">{t("back")}</BackLink>}>
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <SegmentedControl
        mb="md"
        aria-label={t("show")}
        data={[
          { value: "to_settle", label: t("toSettle") },
          { value: "all", label: t("all") },
        ]}
        value={showsAll ? "all" : "to_settle"}
        onChange={(status) => change({ status: status === "all" ? status : undefined }, { replace: true })}
      />
      <PagedList
        pages={pages}
        empty={<EmptyNote title={t(showsAll ? "emptyAll" : "empty")} hint={t("emptyHint")} />}
      >
        {(deposits) => (
          <ul className={`surface ${list.list}`}>
            {deposits.map((deposit) => (
              <Row key={deposit.id} deposit={deposit} onSettle={() => setSettling(deposit)} />
            ))}
          </ul>
        )}
      </PagedList>
      {settling !== undefined && <SettleDialog deposit={settling} onClose={() => setSettling(undefined)} />}
    </Page>
  );
}

function Row({ deposit, onSettle }: { readonly deposit: Deposit; readonly onSettle: () => void }) {
  const t = useText(depositsTexts);
  const formats = useFormats();
  const textOf = useDepositText();
  const { id: business } = useBusiness();
  const { client, appointment_id, appointment_starts_at, time_zone, amount, method } = deposit;
  const instantText = useInstantText(time_zone);
  const name = [client?.first_name, client?.last_name].filter(Boolean).join(" ");
  const { date } = localTimeOf(time_zone, appointment_starts_at);
  return (
    <li className={list.row}>
      <span className={list.text}>
        <span className={list.name}>
          <Anchor
            component={Link}
            fw={550}
            {...({
              to: `/${business}/calendar`,
              search: { date, open: appointment_id },
            } as object)}
          >
            {name === "" ? t("deletedClient") : name}
          </Anchor>
          <span className="numbers">{formats.money(amount)}</span>
        </span>
        <span className={`${list.about} numbers`}>
          <span>{instantText(appointment_starts_at)}</span>
          <span>{t(method)}</span>
          <span>{textOf(deposit)}</span>
        </span>
      </span>
      {deposit.status === "to_settle" && (
        <span className={list.end}>
          <ActionButton operation="settleDeposit" variant="default" size="compact-sm" onClick={onSettle}>
            {t("settle")}
          </ActionButton>
        </span>
      )}
    </li>
  );
}
