import { kiosksTexts } from "@daybook/i18n/kiosks";
import { Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";

/** Sets the PIN of a location's kiosks. The form cannot show the current PIN, because the server stores only the PIN's hash. */
export function PinForm({ location, onDone }: { readonly location: string; readonly onDone: () => void }) {
  const t = useText(kiosksTexts);
  const { id: business } = useBusiness();
  const form = useForm({
    initialValues: { pin: "" },
    validate: { pin: (pin) => (/^[0-9]{6}$/.test(pin) ? null : t("enterPin")) },
  });
  const write = useWrite({
    operation: "replaceKioskPin",
    changes: ["settings"],
    onFields: form.setErrors,
    run: (body: typeof form.values) =>
      api.put("/businesses/{business}/locations/{location}/kiosk-pin", {
        path: { business, location },
        body,
      }),
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) onDone();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <Stack>
        <Text size="sm" c="dimmed">
          {t("pinHint")}
        </Text>
        <TextInput
          label={t("newPin")}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          data-autofocus
          {...form.getInputProps("pin")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="flex-end">
          <ActionButton operation="replaceKioskPin" type="submit" loading={write.isSending}>
            {t("save")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
