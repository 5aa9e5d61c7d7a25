import { kiosksTexts } from "@daybook/i18n/kiosks";
import { Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import type { Kiosk } from "./queries.ts";

export function RenameForm({ kiosk, onDone }: { readonly kiosk: Kiosk; readonly onDone: () => void }) {
  const t = useText(kiosksTexts);
  const { id: business } = useBusiness();
  const form = useForm({
    initialValues: { name: kiosk.name },
    validate: { name: (name) => (name.trim() === "" ? t("enterName") : null) },
  });
  const write = useWrite({
    operation: "updateKiosk",
    changes: ["settings"],
    onFields: form.setErrors,
    run: ({ name }: typeof form.values, { idempotencyKey }) =>
      api.patch("/businesses/{business}/locations/{location}/kiosks/{kiosk}", {
        path: { business, location: kiosk.location_id, kiosk: kiosk.id },
        body: { name: name.trim() },
        idempotencyKey,
      }),
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) onDone();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <Stack>
        <TextInput
          label={t("name")}
          description={t("nameHint")}
          maxLength={60}
          data-autofocus
          {...form.getInputProps("name")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="flex-end">
          <ActionButton operation="updateKiosk" type="submit" loading={write.isSending}>
            {t("save")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
