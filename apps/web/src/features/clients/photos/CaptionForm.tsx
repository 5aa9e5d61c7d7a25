import { clientsTexts } from "@daybook/i18n/clients";
import { shellTexts } from "@daybook/i18n/shell";
import type { Photo } from "@daybook/sdk";
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import classes from "./Photos.module.css";

export function CaptionForm({ photo, onDone }: { readonly photo: Photo; readonly onDone: () => void }) {
  const t = useText(clientsTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const form = useForm({ initialValues: { caption: photo.caption ?? "" } });
  const write = useWrite({
    operation: "updateClientPhoto",
    changes: ["photos"],
    onFields: form.setErrors,
    run: (caption: string, { idempotencyKey }) => {
      const path = { business, client: photo.client_id, photo: photo.id };
      return api.clients.updatePhoto({
        path,
        body: { caption: caption === "" ? null : caption },
        idempotencyKey,
      });
    },
  });
  const save = async ({ caption }: typeof form.values) => {
    if ((await write.send(caption.trim())) !== undefined) onDone();
  };
  return (
    <form className={classes.captionForm} onSubmit={form.onSubmit((values) => void save(values))}>
      <Stack gap="xs">
        <TextInput
          label={t("caption")}
          maxLength={200}
          size="xs"
          autoFocus
          {...form.getInputProps("caption")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group gap="xs" justify="flex-end">
          <Button variant="default" size="compact-sm" onClick={onDone}>
            {shell("cancel")}
          </Button>
          <ActionButton
            operation="updateClientPhoto"
            type="submit"
            size="compact-sm"
            loading={write.isSending}
          >
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
