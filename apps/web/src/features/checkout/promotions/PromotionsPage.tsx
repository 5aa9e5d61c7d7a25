import { promotionsTexts } from "@daybook/i18n/promotions";
import type { ItemOf } from "@daybook/sdk";
import { Badge } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { allOf } from "../../../base/queries.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ListRow } from "../../../ui/ListRow.tsx";
import { LoadedList } from "../../../ui/LoadedList.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
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
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const query = useQuery(promotionsQuery(business));
  const { data } = query;
  const promotion = data?.find(({ id }) => id === search.promotion);
  const close = () => change({ promotion: undefined });
  return (
    <SettingsPage
      title={t("title")}
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
      <LoadedList query={query} empty={t("none")} hint={t("noneHint")} height={200}>
        {(each) => <Row key={each.id} promotion={each} onOpen={() => change({ promotion: each.id })} />}
      </LoadedList>
    </SettingsPage>
  );
}

function Row({ promotion, onOpen }: { readonly promotion: Promotion; readonly onOpen: () => void }) {
  const t = useText(promotionsTexts);
  const formats = useFormats();
  const { name, code, percent, amount, starts_on, ends_on } = promotion;
  return (
    <ListRow
      onOpen={onOpen}
      name={
        <>
          {name}
          {code !== null && (
            <Badge variant="default" tt="none" radius="sm">
              {code}
            </Badge>
          )}
        </>
      }
      about={
        <>
          {starts_on !== null && <span>{t("from", { date: formats.shortDate(starts_on) })}</span>}
          {ends_on !== null && <span>{t("until", { date: formats.shortDate(ends_on) })}</span>}
        </>
      }
      end={
        <span className="numbers">
          −{amount === null ? formats.percent((percent ?? 0) / 100) : formats.money(amount)}
        </span>
      }
    />
  );
}
