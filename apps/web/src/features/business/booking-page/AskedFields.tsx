import { bookingPageTexts } from "@daybook/i18n/bookingPage";
import { Anchor, Checkbox, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";

/** Selects the client fields that new clients must fill in on the booking page. */
export function AskedFields({
  chosen,
  onChange,
}: {
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}) {
  const t = useText(bookingPageTexts);
  const { id: business, record } = useBusiness();
  const fields = record.client_fields;
  return (
    <FieldGroup title={t("fields")} isCard>
      <Text size="sm" c="dimmed">
        {fields.length === 0 ? t("noFields") : t("fieldsHint")}
      </Text>
      <Stack gap="xs">
        {fields.map(({ id, label, required }) => (
          <Checkbox
            key={id}
            label={required ? `${label} (${t("required")})` : label}
            checked={chosen.includes(id)}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                fields
                  .map((field) => field.id)
                  .filter((each) => (each === id ? checked : chosen.includes(each))),
              )
            }
          />
        ))}
      </Stack>
      <Anchor component={Link} to={`/${business}/settings/client-fields` as never} size="sm" w="fit-content">
        {t("editFields")}
      </Anchor>
    </FieldGroup>
  );
}
