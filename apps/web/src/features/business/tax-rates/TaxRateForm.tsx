import { stockTexts } from "@daybook/i18n/stock";
import { NumberInput, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import type { TaxRate } from "../../../base/taxRates.ts";
import { RecordForm } from "../../../ui/RecordForm.tsx";

export function TaxRateForm({ rate, onDone }: { readonly rate?: TaxRate; readonly onDone: () => void }) {
  const t = useText(stockTexts);
  const { id: business } = useBusiness();
  const form = useForm({
    initialValues: {
      name: rate?.name ?? "",
      percent: (rate?.percent ?? "") as number | string,
      included: rate?.included ?? true,
    },
    validate: {
      name: (name) => (name.trim() === "" ? t("enterName") : null),
      percent: (percent) => (typeof percent === "number" ? null : t("enterPercent")),
    },
  });
  return (
    <RecordForm
      form={form}
      keeps="rate"
      operation={rate === undefined ? "createTaxRate" : "updateTaxRate"}
      changes={["settings", "services"]}
      run={({ name, percent, included }: typeof form.values, { idempotencyKey }): Promise<TaxRate> => {
        const body = { name: name.trim(), percent: Number(percent), included };
        return rate === undefined
          ? api.taxRates.create({ path: { business }, body, idempotencyKey })
          : api.taxRates.update({ path: { business, tax_rate: rate.id }, body, idempotencyKey });
      }}
      onDone={onDone}
      removal={
        rate && {
          operation: "archiveTaxRate",
          title: t("archiveTitle", { name: rate.name }),
          text: t("archiveTaxHint"),
          action: t("archive"),
          run: () => api.taxRates.archive({ path: { business, tax_rate: rate.id } }),
        }
      }
    >
      <TextInput label={t("name")} maxLength={60} data-autofocus {...form.getInputProps("name")} />
      <NumberInput
        label={t("percent")}
        min={0}
        max={100}
        decimalScale={3}
        hideControls
        {...form.getInputProps("percent")}
      />
      <Switch label={t("included")} {...form.getInputProps("included", { type: "checkbox" })} />
    </RecordForm>
  );
}
