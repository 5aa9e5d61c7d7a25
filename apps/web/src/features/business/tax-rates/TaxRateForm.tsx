import { shellTexts } from "@daybook/i18n/shell";
import { stockTexts } from "@daybook/i18n/stock";
import { Group, NumberInput, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import type { TaxRate } from "../../../base/taxRates.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ArchiveDialog } from "../../../ui/ArchiveDialog.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";

export function TaxRateForm({ rate, onDone }: { readonly rate?: TaxRate; readonly onDone: () => void }) {
  const t = useText(stockTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const [isArchiving, setArchiving] = useState(false);
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
  const isSaved = useRef(false);
  const done = () => {
    isSaved.current = true;
    onDone();
  };
  const operation = rate === undefined ? "createTaxRate" : "updateTaxRate";
  const write = useWrite({
    operation,
    changes: ["settings", "services"],
    onFields: form.setErrors,
    run: ({ name, percent, included }: typeof form.values, { idempotencyKey }): Promise<TaxRate> => {
      const body = { name: name.trim(), percent: Number(percent), included };
      return rate === undefined
        ? api.taxRates.create({ path: { business }, body, idempotencyKey })
        : api.taxRates.update({ path: { business, tax_rate: rate.id }, body, idempotencyKey });
    },
  });
  const archive = useWrite({
    operation: "archiveTaxRate",
    changes: ["settings", "services"],
    run: (tax_rate: string) => api.taxRates.archive({ path: { business, tax_rate } }),
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) done();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="rate" />
      <Stack>
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
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="space-between">
          {rate === undefined ? (
            <span />
          ) : (
            <ActionButton
              operation="archiveTaxRate"
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
      {rate !== undefined && (
        <ArchiveDialog
          operation="archiveTaxRate"
          title={t("archiveTitle", { name: rate.name })}
          text={t("archiveTaxHint")}
          action={t("archive")}
          isOpen={isArchiving}
          write={archive}
          onClose={() => setArchiving(false)}
          onConfirm={() => void archive.send(rate.id).then((sent) => sent !== undefined && done())}
        />
      )}
    </form>
  );
}
