import { settingsTexts } from "@daybook/i18n/settings";
import { stockTexts } from "@daybook/i18n/stock";
import { Skeleton, Text, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { taxRatesQuery } from "../../../base/taxRates.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { BackLink } from "../../../ui/BackLink.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { TaxRateForm } from "./TaxRateForm.tsx";

export default function TaxRatesPage() {
  const t = useText(stockTexts);
  const settings = useText(settingsTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const { data: rates = [], isPending, error, refetch } = useQuery(taxRatesQuery(business));
  const showsSkeleton = useDelayed(isPending, 300);
  const rate = rates.find(({ id }) => id === search.rate);
  const close = () => change({ rate: undefined });
  return (
    <Page
      title={t("taxRates")}
      back={<BackLink to="settings">{settings("back")}</BackLink>}
      actions={
        <ActionButton operation="createTaxRate" onClick={() => change({ rate: "new" })}>
          {t("newTaxRate")}
        </ActionButton>
      }
      panel={
        (search.rate === "new" || rate !== undefined) && (
          <SidePanel title={rate?.name ?? t("newTaxRate")} onClose={close}>
            <TaxRateForm key={rate?.id} {...(rate === undefined ? {} : { rate })} onDone={close} />
          </SidePanel>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("taxIntro")}
      </Text>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={160} />}
      {!isPending && error === null && rates.length === 0 && (
        <EmptyNote title={t("noTaxRates")} hint={t("noTaxRatesHint")} />
      )}
      {rates.length > 0 && (
        <ul className={`surface ${list.list}`}>
          {rates.map(({ id, name, percent, included }) => (
            <li key={id}>
              <UnstyledButton className={list.row} w="100%" onClick={() => change({ rate: id })}>
                <span className={list.text}>
                  <span className={list.name}>{name}</span>
                  <span className={list.about}>{included ? t("includedShort") : t("addedShort")}</span>
                </span>
                <span className="numbers">{formats.percent(percent / 100)}</span>
                <Icon name="right" size={18} />
              </UnstyledButton>
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}
