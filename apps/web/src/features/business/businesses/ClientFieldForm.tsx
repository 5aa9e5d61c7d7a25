import { businessTexts } from "@daybook/i18n/business";
import { shellTexts } from "@daybook/i18n/shell";
import { Group, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useRefreshBusiness } from "../../../base/useRefreshBusiness.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ArchiveDialog } from "../../../ui/ArchiveDialog.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { type ClientField, FIELD_TEXTS } from "./clientFields.ts";

const TYPES = Object.keys(FIELD_TEXTS) as ClientField["type"][];

function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}

export function ClientFieldForm({
  field,
  onDone,
}: {
  readonly field?: ClientField;
  readonly onDone: () => void;
}) {
  const t = useText(businessTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const refreshBusiness = useRefreshBusiness();
  const [isRemoving, setRemoving] = useState(false);
  const form = useForm({
    initialValues: {
      label: field?.label ?? "",
      type: field?.type ?? ("text" as ClientField["type"]),
      options: field?.options.join("\n") ?? "",
      required: field?.required ?? false,
    },
    validate: {
      label: (label) => (label.trim() === "" ? t("enterName") : null),
      options: (options, { type }) =>
        type === "choice" && linesOf(options).length === 0 ? t("enterOptions") : null,
    },
  });
  const isSaved = useRef(false);
  const operation = field === undefined ? "createClientField" : "updateClientField";
  const write = useWrite({
    operation,
    changes: ["clients"],
    onFields: form.setErrors,
    run: async ({ label, type, options, required }: typeof form.values, { idempotencyKey }) => {
      const body = {
        label: label.trim(),
        type,
        required,
        options: type === "choice" ? linesOf(options) : [],
      };
      if (field === undefined) await api.clientFields.create({ path: { business }, body, idempotencyKey });
      else await api.clientFields.update({ path: { business, field: field.id }, body, idempotencyKey });
      isSaved.current = true;
      await refreshBusiness();
      return true;
    },
  });
  const remove = useWrite({
    operation: "deleteClientField",
    changes: ["clients"],
    run: async (id: string) => {
      await api.clientFields.delete({ path: { business, field: id } });
      isSaved.current = true;
      await refreshBusiness();
      return true;
    },
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) onDone();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="field" />
      <Stack>
        <TextInput label={t("label")} maxLength={120} data-autofocus {...form.getInputProps("label")} />
        <Select
          label={t("fieldType")}
          data={TYPES.map((type) => ({ value: type, label: t(FIELD_TEXTS[type]) }))}
          {...form.getInputProps("type")}
        />
        {form.values.type === "choice" && (
          <Textarea
            label={t("options")}
            autosize
            minRows={3}
            maxRows={12}
            {...form.getInputProps("options")}
          />
        )}
        <Switch label={t("required")} {...form.getInputProps("required", { type: "checkbox" })} />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="space-between">
          {field === undefined ? (
            <span />
          ) : (
            <ActionButton
              operation="deleteClientField"
              variant="subtle"
              color="red"
              onClick={() => setRemoving(true)}
            >
              {t("remove")}
            </ActionButton>
          )}
          <ActionButton operation={operation} type="submit" loading={write.isSending}>
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
      {field !== undefined && (
        <ArchiveDialog
          operation="deleteClientField"
          title={t("removeTitle", { name: field.label })}
          text={t("removeHint")}
          action={t("remove")}
          isOpen={isRemoving}
          write={remove}
          onClose={() => setRemoving(false)}
          onConfirm={() => void remove.send(field.id).then((sent) => sent !== undefined && onDone())}
        />
      )}
    </form>
  );
}
