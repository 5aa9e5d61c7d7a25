import { apiKeysTexts } from "@daybook/i18n/apiKeys";
import { Checkbox, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";
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
  return (
    <RecordForm
      form={form}
      keeps="new"
      operation="createApiKey"
      changes={["settings"]}
      run={({ label, scopes }: typeof form.values, { idempotencyKey }) =>
        api.apiKeys.create({ path: { business }, body: { label: label.trim(), scopes }, idempotencyKey })
      }
      onDone={(created) => onDone(created?.key ?? "")}
      action={t("create")}
    >
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
    </RecordForm>
  );
}
