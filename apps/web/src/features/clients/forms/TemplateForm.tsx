import { formBuilderTexts } from "@daybook/i18n/formBuilder";
import { shellTexts } from "@daybook/i18n/shell";
import { Group, MultiSelect, NumberInput, Select, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { showNotification } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import classes from "./FormBuilder.module.css";
import { TemplateFields } from "./TemplateFields.tsx";
import { TemplatePreview } from "./TemplatePreview.tsx";
import {
  bodyOf,
  draftOf,
  type FormTemplate,
  FREQUENCIES,
  hasOptions,
  optionsOf,
  type TemplateDraft,
} from "./templateDraft.ts";

/** Creates or edits a form template next to its preview. */
export function TemplateForm({ template }: { readonly template?: FormTemplate }) {
  const t = useText(formBuilderTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const navigate = useNavigate();
  const { data: services = [] } = useQuery(servicesQuery(business));
  const [isArchiving, setArchiving] = useState(false);
  const form = useForm<TemplateDraft>({
    initialValues: draftOf(template),
    validate: {
      name: (name) => (name.trim() === "" ? t("enterName") : null),
      every_months: (months, { frequency }) =>
        frequency !== "every_months" || (Number.isInteger(months) && Number(months) >= 1)
          ? null
          : t("enterMonths"),
      fields: {
        label: (label) => (label.trim() === "" ? t("enterLabel") : null),
        options: (_, { fields }, path) => {
          const field = fields[Number(/\d+/.exec(path)?.[0])];
          const isMissing = field !== undefined && hasOptions(field.type) && optionsOf(field).length === 0;
          return isMissing ? t("enterOptions") : null;
        },
      },
    },
  });
  const isSaved = useRef(false);
  const operation = template === undefined ? "createFormTemplate" : "updateFormTemplate";
  const write = useWrite({
    operation,
    changes: ["forms"],
    onFields: form.setErrors,
    run: async (draft: TemplateDraft, { idempotencyKey }): Promise<FormTemplate> => {
      const body = bodyOf(draft);
      const saved =
        template === undefined
          ? await api.formTemplates.create({ path: { business }, body, idempotencyKey })
          : await api.formTemplates.update({
              path: { business, form_template: template.id },
              body,
              idempotencyKey,
            });
      isSaved.current = true;
      return saved;
    },
  });
  const toList = () => void navigate({ to: `/${business}/settings/forms` as never });
  const save = async (draft: TemplateDraft) => {
    if ((await write.send(draft)) === undefined) return;
    showNotification({ message: t("saved"), withBorder: true });
    toList();
  };
  const draft = form.values;
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate className={classes.columns}>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} />
      <Stack gap="md" miw={0}>
        <Stack className="surface" p="md">
          <TextInput label={t("name")} maxLength={120} {...form.getInputProps("name")} />
          <MultiSelect
            label={t("services")}
            placeholder={draft.service_ids.length === 0 ? t("allServices") : undefined}
            searchable
            data={services.map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps("service_ids")}
            value={[...draft.service_ids]}
          />
          <Group align="flex-start" grow>
            <Select
              label={t("frequency")}
              allowDeselect={false}
              data={FREQUENCIES.map((value) => ({ value, label: t(value) }))}
              {...form.getInputProps("frequency")}
            />
            {draft.frequency === "every_months" && (
              <NumberInput
                label={t("months")}
                min={1}
                max={120}
                allowDecimal={false}
                {...form.getInputProps("every_months")}
              />
            )}
          </Group>
        </Stack>
        <TemplateFields form={form} />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="space-between">
          {template === undefined ? (
            <span />
          ) : (
            <ActionButton
              operation="archiveFormTemplate"
              variant="subtle"
              color="red"
              onClick={() => setArchiving(true)}
            >
              {t("archive")}
            </ActionButton>
          )}
          <ActionButton operation={operation} type="submit" loading={write.isSending}>
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
      <TemplatePreview draft={draft} />
      {template !== undefined && (
        <ConfirmDialog
          name="archive"
          operation="archiveFormTemplate"
          changes={["forms"]}
          record={isArchiving ? template.id : undefined}
          title={t("archiveTitle", { name: template.name })}
          text={t("archiveHint")}
          action={t("archive")}
          run={async () => {
            await api.formTemplates.archive({ path: { business, form_template: template.id } });
            isSaved.current = true;
          }}
          onClose={() => setArchiving(false)}
          onDone={toList}
        />
      )}
    </form>
  );
}
