import { businessTexts } from "@daybook/i18n/business";
import { setupTexts } from "@daybook/i18n/setup";
import type { Business } from "@daybook/sdk";
import { Button, Select, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useMutation } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../../base/api.ts";
import { useLanguage, useText } from "../../../base/language.tsx";
import { useFieldErrorsOf } from "../../../ui/fieldErrors.ts";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { TimeZoneSelect } from "../../../ui/TimeZoneSelect.tsx";
import { EntrancePage } from "../../access/sessions/EntrancePage.tsx";
import { TYPE_TEXTS, TYPES } from "../businesses/types.ts";
import { CURRENCY_OF, suggestedCountry } from "./countries.ts";

/**
 * Shows the first step for a new business: its name, type, country and time zone. The setup screen contains the other steps.
 */
export default function NewBusinessPage() {
  const t = useText(setupTexts);
  const business = useText(businessTexts);
  const { language } = useLanguage();
  const fieldErrorsOf = useFieldErrorsOf();
  const idempotencyKey = useRef(crypto.randomUUID());
  const form = useForm({
    initialValues: {
      name: "",
      type: "salon" as Business["type"],
      country: suggestedCountry(navigator.languages) ?? "DE",
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    },
    validate: { name: (name) => (name.trim() === "" ? business("enterName") : null) },
  });
  const create = useMutation({
    mutationFn: (values: typeof form.values) =>
      api.businesses.create({
        body: {
          ...values,
          name: values.name.trim(),
          currency: CURRENCY_OF.get(values.country) ?? "EUR",
          locale: `${language}-${values.country}`,
        },
        idempotencyKey: idempotencyKey.current,
      }),
    // Loads a new page, so that the app reads the user's roles again.
    onSuccess: ({ id }) => window.location.assign(`/app/${id}/setup`),
    onError: (error) => {
      const fields = fieldErrorsOf(error);
      // A request with corrected values needs a new idempotency key.
      if (fields !== undefined) idempotencyKey.current = crypto.randomUUID();
      form.setErrors(fields ?? {});
    },
  });
  const regions = new Intl.DisplayNames(language, { type: "region" });
  const countries = [...CURRENCY_OF.keys()]
    .map((code) => ({ value: code, label: regions.of(code) ?? code }))
    .sort((one, other) => one.label.localeCompare(other.label, language));
  return (
    <EntrancePage title={t("newTitle")}>
      <Text size="sm">{t("newHint")}</Text>
      <form onSubmit={form.onSubmit((values) => create.mutate(values))} noValidate>
        <Stack>
          <TextInput
            label={business("name")}
            autoComplete="organization"
            maxLength={120}
            {...form.getInputProps("name")}
          />
          <Select
            label={business("type")}
            data={TYPES.map((type) => ({ value: type, label: business(TYPE_TEXTS[type]) }))}
            {...form.getInputProps("type")}
          />
          <Select
            label={t("country")}
            description={t("currencyOf", { currency: CURRENCY_OF.get(form.values.country) ?? "" })}
            searchable
            data={countries}
            {...form.getInputProps("country")}
          />
          <TimeZoneSelect label={business("timeZone")} {...form.getInputProps("time_zone")} />
          <ProblemNote error={create.error} onRetry={() => create.mutate(form.values)} />
          <Button type="submit" size="md" loading={create.isPending || create.isSuccess}>
            {t("createBusiness")}
          </Button>
        </Stack>
      </form>
    </EntrancePage>
  );
}
