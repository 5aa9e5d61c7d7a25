import { businessTexts } from "@daybook/i18n/business";
import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useRefreshBusiness } from "../../../base/useRefreshBusiness.ts";
import { RecordForm } from "../../../ui/RecordForm.tsx";
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
  const { id: business } = useBusiness();
  const refreshBusiness = useRefreshBusiness();
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
  return (
    <RecordForm
      form={form}
      keeps="field"
      operation={field === undefined ? "createClientField" : "updateClientField"}
      changes={["clients"]}
      run={async ({ label, type, options, required }: typeof form.values, { idempotencyKey }) => {
        const body = {
          label: label.trim(),
          type,
          required,
          options: type === "choice" ? linesOf(options) : [],
        };
        if (field === undefined) await api.clientFields.create({ path: { business }, body, idempotencyKey });
        else await api.clientFields.update({ path: { business, field: field.id }, body, idempotencyKey });
        await refreshBusiness();
      }}
      onDone={onDone}
      removal={
        field && {
          operation: "deleteClientField",
          title: t("removeTitle", { name: field.label }),
          text: t("removeHint"),
          action: t("remove"),
          run: async () => {
            await api.clientFields.delete({ path: { business, field: field.id } });
            await refreshBusiness();
          },
        }
      }
    >
      <TextInput label={t("label")} maxLength={120} data-autofocus {...form.getInputProps("label")} />
      <Select
        label={t("fieldType")}
        data={TYPES.map((type) => ({ value: type, label: t(FIELD_TEXTS[type]) }))}
        {...form.getInputProps("type")}
      />
      {form.values.type === "choice" && (
        <Textarea label={t("options")} autosize minRows={3} maxRows={12} {...form.getInputProps("options")} />
      )}
      <Switch label={t("required")} {...form.getInputProps("required", { type: "checkbox" })} />
    </RecordForm>
  );
}
