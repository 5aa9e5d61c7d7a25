import { apiKeysTexts } from "@daybook/i18n/apiKeys";
import { Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { SCOPE_TEXTS, SCOPES, type Scope } from "./queries.ts";

/** Creates an API key. `onDone` receives the secret, which the API returns only in the response to this request. */
export function ApiKeyForm({ onDone }: { readonly onDone: (secret: string) => void }) {
  const t = useText(apiKeysTexts);
  const { id: business } = useBusiness();
  const form = useForm({
    initialValues: { label: "", scopes: [] as Scope[] },
    validate: {
      label: (label) => (label.trim() === "" ? t("enterName") : null),
      scopes: (scopes) => (scopes.length === 0 ? t("enterScope") : null),
    },
  });
  const isSaved = useRef(false);
  const write = useWrite({
    operation: "createApiKey",
    changes: ["settings"],
    onFields: form.setErrors,
    run: ({ label, scopes }: typeof form.values, { idempotencyKey }) =>
      api.apiKeys.create({ path: { business }, body: { label: label.trim(), scopes }, idempotencyKey }),
  });
  const save = async (values: typeof form.values) => {
    const created = await write.send(values);
    if (created === undefined) return;
    isSaved.current = true;
    onDone(created.key ?? "");
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="new" />
      <Stack>
        <TextInput
          label={t("name")}
          description={t("nameHint")}
          maxLength={60}
          data-autofocus
          {...form.getInputProps("label")}
        />
        <Checkbox.Group label={t("scopes")} {...form.getInputProps("scopes")}>
          <Stack gap="sm" mt="xs">
            {SCOPES.map((scope) => (
              <Checkbox key={scope} value={scope} label={t(SCOPE_TEXTS[scope])} description={scope} />
            ))}
          </Stack>
        </Checkbox.Group>
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="flex-end">
          <ActionButton operation="createApiKey" type="submit" loading={write.isSending}>
            {t("create")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
