import { promotionsTexts } from "@daybook/i18n/promotions";
import { settingsTexts } from "@daybook/i18n/settings";
import type { ItemOf } from "@daybook/sdk";
import { Badge, Skeleton, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { allOf } from "../../../base/queries.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { PromotionForm } from "./PromotionForm.tsx";

export type Promotion = ItemOf<"/businesses/{business}/promotions">;

function promotionsQuery(business: string) {
  return {
    queryKey: [business, "services", "promotions"],
    queryFn: () =>
      allOf(api.each("/businesses/{business}/promotions", { path: { business }, query: { limit: 100 } })),
  } as const;
}

/** Lists the promotions for appointments and sales. */
export default function PromotionsPage() {
  const t = useText(promotionsTexts);
  const settings = useText(settingsTexts);
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const { data, isPending, error, refetch } = useQuery(promotionsQuery(business));
  const showsSkeleton = useDelayed(isPending, 300);
  const promotion = data?.find(({ id }) => id === search.promotion);
  const close = () => change({ promotion: undefined });
  return (
    <Page
      title={t("title")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
      actions={
        <ActionButton operation="createPromotion" onClick={() => change({ promotion: "new" })}>
          {t("new")}
        </ActionButton>
      }
      panel={
        (search.promotion === "new" || promotion !== undefined) && (
          <SidePanel title={promotion?.name ?? t("new")} onClose={close}>
            <PromotionForm
              key={promotion?.id}
              {...(promotion === undefined ? {} : { promotion })}
              onDone={close}
            />
          </SidePanel>
        )
      }
    >
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={200} />}
      {data?.length === 0 && <EmptyNote title={t("none")} hint={t("noneHint")} />}
      {data !== undefined && data.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {data.map((each) => (
            <Row key={each.id} promotion={each} onOpen={() => change({ promotion: each.id })} />
          ))}
        </ul>
      )}
    </Page>
  );
}

function Row({ promotion, onOpen }: { readonly promotion: Promotion; readonly onOpen: () => void }) {
  const t = useText(promotionsTexts);
  const formats = useFormats();
  const { name, code, percent, amount, starts_on, ends_on } = promotion;
  return (
    <li>
      <UnstyledButton className={list.row} w="100%" onClick={onOpen}>
        <span className={list.text}>
          <span className={list.name}>
            {name}
            {code !== null && (
              <Badge variant="default" tt="none" radius="sm">
                {code}
              </Badge>
            )}
          </span>
          <span className={list.about}>
            {starts_on !== null && <span>{t("from", { date: formats.shortDate(starts_on) })}</span>}
            {ends_on !== null && <span>{t("until", { date: formats.shortDate(ends_on) })}</span>}
          </span>
        </span>
        <span className="numbers">
          −{amount === null ? formats.percent((percent ?? 0) / 100) : formats.money(amount)}
        </span>
        <Icon name="right" size={18} />
      </UnstyledButton>
    </li>
  );
}
