import { formBuilderTexts } from "@daybook/i18n/formBuilder";
import { Button, Menu, Stack, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { TemplateField } from "./TemplateField.tsx";
import { FIELD_TYPES, moved, newField, type TemplateDraft } from "./templateDraft.ts";

const MAX_FIELDS = 100;

/** Lists the fields of a form, with buttons that reorder fields and a menu that adds a field. */
export function TemplateFields({ form }: { readonly form: UseFormReturnType<TemplateDraft> }) {
  const t = useText(formBuilderTexts);
  const { fields } = form.values;
  const hasSignature = fields.some(({ type }) => type === "signature");
  const replace = (changed: TemplateDraft["fields"]) => {
    // Clears the errors, because they refer to fields by position and the positions change.
    form.clearErrors();
    form.setFieldValue("fields", changed);
  };
  return (
    <section aria-labelledby="form-fields">
      <Text id="form-fields" component="h2" fw={650} mb="xs">
        {t("fields")}
      </Text>
      <Stack gap="sm">
        {fields.map((field, index) => (
          <TemplateField
            key={field.id}
            form={form}
            index={index}
            isFirst={index === 0}
            isLast={index === fields.length - 1}
            isOnly={fields.length === 1}
            canSign={!hasSignature || field.type === "signature"}
            onMove={(by) => replace(moved(fields, index, by))}
            onRemove={() => replace(fields.filter(({ id }) => id !== field.id))}
          />
        ))}
        <Menu position="bottom-start" withinPortal>
          <Menu.Target>
            <Button
              variant="default"
              leftSection={<Icon name="plus" size={18} />}
              disabled={fields.length >= MAX_FIELDS}
              style={{ alignSelf: "flex-start" }}
            >
              {t("addField")}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {FIELD_TYPES.filter((type) => type !== "signature" || !hasSignature).map((type) => (
              <Menu.Item key={type} onClick={() => replace([...fields, newField(type)])}>
                {t(type)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </Stack>
    </section>
  );
}
