import { stockTexts } from "@daybook/i18n/stock";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { useScreenSearch } from "../../../base/search.ts";
import { taxRatesQuery } from "../../../base/taxRates.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ListRow } from "../../../ui/ListRow.tsx";
import { LoadedList } from "../../../ui/LoadedList.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { TaxRateForm } from "./TaxRateForm.tsx";

export default function TaxRatesPage() {
  const t = useText(stockTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const [search, change] = useScreenSearch();
  const query = useQuery(taxRatesQuery(business));
  const { data: rates = [] } = query;
  const rate = rates.find(({ id }) => id === search.rate);
  const close = () => change({ rate: undefined });
  return (
    <SettingsPage
      title={t("taxRates")}
      intro={t("taxIntro")}
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
      <LoadedList query={query} empty={t("noTaxRates")} hint={t("noTaxRatesHint")}>
        {({ id, name, percent, included }) => (
          <ListRow
            key={id}
            onOpen={() => change({ rate: id })}
            name={name}
            about={included ? t("includedShort") : t("addedShort")}
            end={<span className="numbers">{formats.percent(percent / 100)}</span>}
          />
        )}
      </LoadedList>
    </SettingsPage>
  );
}
