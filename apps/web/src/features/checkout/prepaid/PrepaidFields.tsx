import { prepaidTexts } from "@daybook/i18n/prepaid";
import { Group, NumberInput, Select } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { taxRatesQuery } from "../../../base/taxRates.ts";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import { ServicesField } from "../../business/services/ServicesField.tsx";
import type { Kind, Values } from "./prepaid.ts";

/** Shows the fields of a prepaid product: value, covered services, price and validity. */
export function PrepaidFields({
  kind,
  form,
  currency,
}: {
  readonly kind: Kind;
  readonly form: UseFormReturnType<Values>;
  readonly currency: string;
}) {
  const t = useText(prepaidTexts);
  const { id: business } = useBusiness();
  const { data: rates = [] } = useQuery(taxRatesQuery(business));
  const money = (field: "value" | "price") => {
    const { value, error, onChange } = form.getInputProps(field);
    return { currency, valueMinor: value, error, onChange };
  };
  const number = (field: "units" | "credits" | "period_months" | "periods" | "valid_months") => (
    <NumberInput
      label={t(field)}
      allowDecimal={false}
      allowNegative={false}
      {...(field === "valid_months" ? { description: t("validMonthsHint") } : {})}
      {...form.getInputProps(field)}
    />
  );
  return (
    <>
      {kind === "gift-cards" && <MoneyInput label={t("value")} {...money("value")} />}
      {kind === "packages" && number("units")}
      {kind === "memberships" && (
        <>
          {number("credits")}
          <Group grow align="flex-start">
            {number("period_months")}
            {number("periods")}
          </Group>
        </>
      )}
      {kind !== "gift-cards" && (
        <ServicesField
          label={t("service_ids")}
          all={t("everyService")}
          {...form.getInputProps("service_ids")}
        />
      )}
      <MoneyInput
        label={t(kind === "memberships" ? "wholePrice" : "price")}
        {...(kind === "gift-cards" ? { description: t("giftCardPriceHint") } : {})}
        {...money("price")}
      />
      {kind !== "gift-cards" && (
        <Select
          label={t("taxRate")}
          data={[
            { value: "", label: t("noTax") },
            ...rates.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          {...form.getInputProps("tax_rate_id")}
        />
      )}
      {kind !== "memberships" && number("valid_months")}
    </>
  );
}
