import { businessTexts } from "@daybook/i18n/business";
import { shellTexts } from "@daybook/i18n/shell";
import { Group, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { showNotification } from "@mantine/notifications";
import { useRef } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useLanguage, useText } from "../../../base/language.tsx";
import { useRefreshBusiness } from "../../../base/useRefreshBusiness.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { TimeZoneSelect } from "../../../ui/TimeZoneSelect.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { TYPE_TEXTS, TYPES } from "./types.ts";

/** The locales that a business can choose for e-mails to its clients. */
const LOCALES = ["en-GB", "de-DE", "fr-FR", "es-ES"];

export function BusinessForm() {
  const t = useText(businessTexts);
  const shell = useText(shellTexts);
  const { id: business, record } = useBusiness();
  const { language } = useLanguage();
  const refreshBusiness = useRefreshBusiness();
  const form = useForm({
    initialValues: {
      name: record.name,
      type: record.type,
      locale: record.locale,
      time_zone: record.time_zone,
      currency: record.currency,
      slug: record.slug,
      tax_number: record.tax_number ?? "",
      webhook_payload: record.webhook_payload,
    },
    validate: { name: (name) => (name.trim() === "" ? t("enterName") : null) },
  });
  const isSaved = useRef(false);
  const write = useWrite({
    operation: "updateBusiness",
    changes: ["settings"],
    onFields: form.setErrors,
    run: async ({ tax_number, ...values }: typeof form.values, { idempotencyKey }) => {
      const body = { ...values, name: values.name.trim(), tax_number: tax_number.trim() || null };
      const saved = await api.businesses.update({ path: { business }, body, idempotencyKey });
      isSaved.current = true;
      await refreshBusiness();
      return saved;
    },
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) showNotification({ message: t("saved"), withBorder: true });
  };
  const names = new Intl.DisplayNames(language, { type: "language" });
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} />
      <Stack maw={560} p="md" className="surface">
        <TextInput label={t("name")} maxLength={120} {...form.getInputProps("name")} />
        <Select
          label={t("type")}
          data={TYPES.map((type) => ({ value: type, label: t(TYPE_TEXTS[type]) }))}
          {...form.getInputProps("type")}
        />
        <Select
          label={t("locale")}
          data={[...new Set([record.locale, ...LOCALES])].map((value) => ({
            value,
            label: names.of(value) ?? value,
          }))}
          {...form.getInputProps("locale")}
        />
        <TimeZoneSelect label={t("timeZone")} {...form.getInputProps("time_zone")} />
        <Select
          label={t("currency")}
          description={t("currencyHint")}
          searchable
          data={Intl.supportedValuesOf("currency")}
          {...form.getInputProps("currency")}
        />
        <TextInput
          label={t("slug")}
          description={t("slugHint")}
          maxLength={60}
          {...form.getInputProps("slug")}
        />
        <TextInput label={t("taxNumber")} maxLength={60} {...form.getInputProps("tax_number")} />
        <Select
          label={t("payload")}
          data={[
            { value: "full", label: t("payloadFull") },
            { value: "ids_only", label: t("payloadIds") },
          ]}
          {...form.getInputProps("webhook_payload")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="flex-end">
          <ActionButton operation="updateBusiness" type="submit" loading={write.isSending}>
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
