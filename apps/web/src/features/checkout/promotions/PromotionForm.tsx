import { promotionsTexts } from "@daybook/i18n/promotions";
import { Group, NumberInput, SegmentedControl, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { moneyOf } from "../../../base/money.ts";
import { DateField } from "../../../ui/DateField.tsx";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";
import { ServicesField } from "../../business/services/ServicesField.tsx";
import type { Promotion } from "./PromotionsPage.tsx";

const CODE = /^[A-Za-z0-9_-]{1,40}$/;

/** Creates, changes or archives a promotion. The kind of a promotion cannot be changed. */
export function PromotionForm({
  promotion,
  onDone,
}: {
  readonly promotion?: Promotion;
  readonly onDone: () => void;
}) {
  const t = useText(promotionsTexts);
  const { id: business, record } = useBusiness();
  const currency = promotion?.amount?.currency ?? record.currency;
  const form = useForm({
    initialValues: {
      name: promotion?.name ?? "",
      code: promotion?.code ?? "",
      kind: (promotion?.kind ?? "percent") as "percent" | "amount",
      percent: (promotion?.percent ?? 10) as number | string,
      amount: promotion?.amount?.amount as number | undefined,
      service_ids: promotion?.service_ids ?? [],
      starts_on: promotion?.starts_on ?? "",
      ends_on: promotion?.ends_on ?? "",
    },
    validate: {
      name: (name) => (name.trim() === "" ? t("enterName") : null),
      code: (code) => (code === "" || CODE.test(code) ? null : t("codeHint")),
      percent: (percent, { kind }) =>
        kind === "amount" || (Number(percent) >= 1 && Number(percent) <= 100) ? null : t("enterPercent"),
      amount: (amount, { kind }) => (kind === "percent" || (amount ?? 0) > 0 ? null : t("enterAmount")),
      ends_on: (ends, { starts_on }) => (ends !== "" && ends < starts_on ? t("wrongDates") : null),
    },
  });
  const amount = form.getInputProps("amount");
  return (
    <RecordForm
      form={form}
      keeps="promotion"
      operation={promotion === undefined ? "createPromotion" : "updatePromotion"}
      changes={["services"]}
      onFields={({ "amount.amount": amount, ...errors }) =>
        form.setErrors({ ...errors, ...(amount === undefined ? {} : { amount }) })
      }
      run={(values: typeof form.values, { idempotencyKey }): Promise<unknown> => {
        const orNull = (text: string) => (text === "" ? null : text);
        const body = {
          name: values.name.trim(),
          code: orNull(values.code),
          service_ids: [...values.service_ids],
          starts_on: orNull(values.starts_on),
          ends_on: orNull(values.ends_on),
          ...(values.kind === "percent"
            ? { percent: Number(values.percent) }
            : { amount: moneyOf(values.amount ?? 0, currency) }),
        };
        return promotion === undefined
          ? api.promotions.create({
              path: { business },
              body: { kind: values.kind, ...body },
              idempotencyKey,
            })
          : api.promotions.update({ path: { business, promotion: promotion.id }, body, idempotencyKey });
      }}
      onDone={onDone}
      removal={
        promotion && {
          operation: "archivePromotion",
          title: t("archiveTitle", { name: promotion.name }),
          text: t("archiveHint"),
          action: t("archive"),
          run: () => api.promotions.archive({ path: { business, promotion: promotion.id } }),
        }
      }
    >
      <TextInput label={t("name")} maxLength={120} data-autofocus {...form.getInputProps("name")} />
      {promotion === undefined && (
        <SegmentedControl
          aria-label={t("kind")}
          data={[
            { value: "percent", label: t("percent") },
            { value: "amount", label: t("amount") },
          ]}
          {...form.getInputProps("kind")}
        />
      )}
      {form.values.kind === "percent" ? (
        <NumberInput
          label={t("percent")}
          allowDecimal={false}
          allowNegative={false}
          suffix=" %"
          {...form.getInputProps("percent")}
        />
      ) : (
        <MoneyInput
          label={t("amount")}
          currency={currency}
          valueMinor={amount.value}
          error={amount.error}
          onChange={amount.onChange}
        />
      )}
      <ServicesField label={t("services")} all={t("everyService")} {...form.getInputProps("service_ids")} />
      <Group grow align="flex-start">
        <DateField label={t("startsOn")} {...form.getInputProps("starts_on")} />
        <DateField label={t("endsOn")} {...form.getInputProps("ends_on")} />
      </Group>
      <TextInput
        label={t("code")}
        description={t("codeHint")}
        maxLength={40}
        {...form.getInputProps("code")}
      />
    </RecordForm>
  );
}
