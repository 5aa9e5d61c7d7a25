import { formBuilderTexts } from "@daybook/i18n/formBuilder";
import { ActionIcon, Group, Select, Switch, Text, Textarea } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import classes from "./FormBuilder.module.css";
import { FIELD_TYPES, hasOptions, type TemplateDraft } from "./templateDraft.ts";

/** Edits one field of a form: type, question, options, and whether an answer is required. */
export function TemplateField({
  form,
  index,
  isFirst,
  isLast,
  isOnly,
  canSign,
  onMove,
  onRemove,
}: {
  readonly form: UseFormReturnType<TemplateDraft>;
  readonly index: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly isOnly: boolean;
  /** Whether the field may be the signature. A form has at most one signature. */
  readonly canSign: boolean;
  readonly onMove: (by: -1 | 1) => void;
  readonly onRemove: () => void;
}) {
  const t = useText(formBuilderTexts);
  const number = index + 1;
  const path = `fields.${index}`;
  const type = form.values.fields[index]?.type ?? "text";
  return (
    <fieldset className={`surface ${classes.field}`} aria-label={t("fieldNumber", { number })}>
      <Group gap={4} wrap="nowrap" justify="flex-end">
        <Text size="sm" fw={600} c="dimmed" mr="auto">
          {t("fieldNumber", { number })}
        </Text>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("moveUp", { number })}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        >
          <Icon name="up" size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("moveDown", { number })}
          disabled={isLast}
          onClick={() => onMove(1)}
        >
          <Icon name="down" size={18} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("removeField", { number })}
          disabled={isOnly}
          onClick={onRemove}
        >
          <Icon name="close" size={18} />
        </ActionIcon>
      </Group>
      <Textarea
        label={t(type === "consent" ? "consentText" : "label")}
        autosize
        minRows={1}
        maxRows={8}
        maxLength={2000}
        {...form.getInputProps(`${path}.label`)}
      />
      {hasOptions(type) && (
        <Textarea
          label={t("options")}
          autosize
          minRows={3}
          maxRows={12}
          {...form.getInputProps(`${path}.options`)}
        />
      )}
      <div className={classes.answer}>
        <Select
          label={t("type")}
          allowDeselect={false}
          data={FIELD_TYPES.filter((each) => canSign || each !== "signature").map((value) => ({
            value,
            label: t(value),
          }))}
          {...form.getInputProps(`${path}.type`)}
        />
        <Switch label={t("required")} {...form.getInputProps(`${path}.required`, { type: "checkbox" })} />
      </div>
    </fieldset>
  );
}
