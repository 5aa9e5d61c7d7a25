import { clientsTexts } from "@daybook/i18n/clients";
import { shellTexts } from "@daybook/i18n/shell";
import type { ItemOf } from "@daybook/sdk";
import { Button, Checkbox, Group, Stack, Textarea } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { dateIn } from "../clients/localDates.ts";
import classes from "./Notes.module.css";

type ClientNote = ItemOf<"/businesses/{business}/clients/{client}/notes">;

interface Values {
  readonly text: string;
  readonly noted_on: string;
  readonly pinned: boolean;
}

/** Creates a note, or changes `note` if given. */
export function NoteForm({
  client,
  note,
  onDone,
}: {
  readonly client: string;
  readonly note?: ClientNote;
  /** Called when the change has been saved or cancelled. */
  readonly onDone?: () => void;
}) {
  const t = useText(clientsTexts);
  const shell = useText(shellTexts);
  const { id: business, record } = useBusiness();
  const now = useNow();
  const form = useForm<Values>({
    initialValues: {
      text: note?.text ?? "",
      noted_on: note?.noted_on ?? dateIn(record.time_zone, now()),
      pinned: note?.pinned ?? false,
    },
  });
  const operation = note === undefined ? "createClientNote" : "updateClientNote";
  const write = useWrite({
    operation,
    changes: ["notes"],
    onFields: form.setErrors,
    run: (body: Values, { idempotencyKey }) =>
      note === undefined
        ? api.clients.createNote({ path: { business, client }, body, idempotencyKey })
        : api.clients.updateNote({ path: { business, client, note: note.id }, body, idempotencyKey }),
  });
  const save = async (values: Values) => {
    if ((await write.send(values)) === undefined) return;
    form.reset();
    onDone?.();
  };
  return (
    <form
      className={classes.form}
      aria-label={t(note === undefined ? "noteAdd" : "noteEdit")}
      onSubmit={form.onSubmit((values) => void save(values))}
      noValidate
    >
      <UnsavedGuard isDirty={form.isDirty} />
      <Stack gap="sm">
        <Textarea
          label={t("noteText")}
          description={t("noteHint")}
          autosize
          minRows={2}
          maxRows={12}
          maxLength={10_000}
          {...form.getInputProps("text")}
        />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group gap="md" align="flex-end">
          <DateField label={t("noteDate")} w={160} {...form.getInputProps("noted_on")} />
          <Checkbox label={t("notePinned")} my={8} {...form.getInputProps("pinned", { type: "checkbox" })} />
          <Group ml="auto" gap="xs">
            {note !== undefined && (
              <Button variant="default" onClick={onDone}>
                {shell("cancel")}
              </Button>
            )}
            <ActionButton
              operation={operation}
              type="submit"
              // The button for a new note is light, because the page's primary (filled) button books an appointment.
              variant={note === undefined ? "light" : "filled"}
              loading={write.isSending}
            >
              {note === undefined ? t("noteAdd") : shell("save")}
            </ActionButton>
          </Group>
        </Group>
      </Stack>
    </form>
  );
}
