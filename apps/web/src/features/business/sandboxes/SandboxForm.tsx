import { businessTexts } from "@daybook/i18n/business";
import { sandboxTexts } from "@daybook/i18n/sandbox";
import { shellTexts } from "@daybook/i18n/shell";
import { Button, Group, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useIsOnline } from "../../../base/online.ts";
import { useFieldErrorsOf } from "../../../ui/fieldErrors.ts";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { TYPE_TEXTS, TYPES } from "../businesses/types.ts";

/** Creates a sandbox in the country, currency and time zone of the current business, and opens it. */
export function SandboxForm() {
  const t = useText(sandboxTexts);
  const business = useText(businessTexts);
  const shell = useText(shellTexts);
  const { record } = useBusiness();
  const isOnline = useIsOnline();
  const fieldErrorsOf = useFieldErrorsOf();
  const idempotencyKey = useRef(crypto.randomUUID());
  const isSaved = useRef(false);
  const form = useForm({
    initialValues: { name: "", type: record.type },
    validate: { name: (name) => (name.trim() === "" ? t("enterName") : null) },
  });
  const create = useMutation({
    mutationFn: ({ name, type }: typeof form.values) => {
      const { country, currency, locale, time_zone } = record;
      return api.businesses.create({
        body: { name: name.trim(), type, country, currency, locale, time_zone, sandbox: true },
        idempotencyKey: idempotencyKey.current,
      });
    },
    // Loads a new page, so that the app reads the user's roles again.
    onSuccess: ({ id }) => {
      isSaved.current = true;
      window.location.assign(`/app/${id}/settings/sandbox`);
    },
    onError: (error) => {
      const fields = fieldErrorsOf(error);
      // A request with corrected values needs a new idempotency key.
      if (fields !== undefined) idempotencyKey.current = crypto.randomUUID();
      form.setErrors(fields ?? {});
    },
  });
  return (
    <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="new" />
      <Stack>
        <Text size="sm" c="dimmed">
          {t("createHint", { business: record.name })}
        </Text>
        <TextInput
          label={t("name")}
          maxLength={120}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("name")}
        />
        <Select
          label={business("type")}
          data={TYPES.map((type) => ({ value: type, label: business(TYPE_TEXTS[type]) }))}
          {...form.getInputProps("type")}
        />
        <ProblemNote error={create.error} onRetry={() => create.mutate(form.values)} />
        {!isOnline && <Text size="sm">{shell("offlineReason")}</Text>}
        <Group justify="flex-end">
          <Button type="submit" disabled={!isOnline} loading={create.isPending || create.isSuccess}>
            {t("createDo")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
