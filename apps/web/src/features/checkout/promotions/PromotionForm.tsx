import { promotionsTexts } from "@daybook/i18n/promotions";
import { shellTexts } from "@daybook/i18n/shell";
import { Group, NumberInput, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { moneyOf } from "../../../base/money.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ArchiveDialog } from "../../../ui/ArchiveDialog.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
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
  const shell = useText(shellTexts);
  const { id: business, record } = useBusiness();
  const [isArchiving, setArchiving] = useState(false);
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
  const isSaved = useRef(false);
  const done = () => {
    isSaved.current = true;
    onDone();
  };
  const operation = promotion === undefined ? "createPromotion" : "updatePromotion";
  const write = useWrite({
    operation,
    changes: ["services"],
    onFields: ({ "amount.amount": amount, ...errors }) =>
      form.setErrors({ ...errors, ...(amount === undefined ? {} : { amount }) }),
    run: (values: typeof form.values, { idempotencyKey }): Promise<unknown> => {
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
        ? api.promotions.create({ path: { business }, body: { kind: values.kind, ...body }, idempotencyKey })
        : api.promotions.update({ path: { business, promotion: promotion.id }, body, idempotencyKey });
    },
  });
  const archive = useWrite({
    operation: "archivePromotion",
    changes: ["services"],
    run: (id: string) => api.promotions.archive({ path: { business, promotion: id } }),
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) done();
  };
  const amount = form.getInputProps("amount");
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="promotion" />
      <Stack>
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
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="space-between">
          {promotion === undefined ? (
            <span />
          ) : (
            <ActionButton
              operation="archivePromotion"
              variant="subtle"
              color="red"
              onClick={() => setArchiving(true)}
            >
              {t("archive")}
            </ActionButton>
          )}
          <ActionButton operation={operation} type="submit" loading={write.isSending}>
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
      {promotion !== undefined && (
        <ArchiveDialog
          operation="archivePromotion"
          title={t("archiveTitle", { name: promotion.name })}
          text={t("archiveHint")}
          action={t("archive")}
          isOpen={isArchiving}
          write={archive}
          onClose={() => setArchiving(false)}
          onConfirm={() => void archive.send(promotion.id).then((sent) => sent !== undefined && done())}
        />
      )}
    </form>
  );
}
