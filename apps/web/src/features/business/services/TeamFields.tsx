import { menuTexts } from "@daybook/i18n/menu";
import { Checkbox, Group, NumberInput, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { staffQuery } from "../../../base/catalogue.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";
import { decimalSeparatorOf, type ServiceValues } from "./serviceValues.ts";

/** Shows the fields for the staff members who perform a service, each with an optional individual duration and price. */
export function TeamFields({
  form,
  currency,
  digits,
}: {
  readonly form: UseFormReturnType<ServiceValues>;
  readonly currency: string;
  readonly digits: number;
}) {
  const t = useText(menuTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { data: staff = [] } = useQuery(staffQuery(business));
  const { staff: chosen, duration_minutes, price } = form.values;
  const toggle = (id: string, isChosen: boolean) => {
    const { [id]: _removed, ...others } = chosen;
    form.setFieldValue("staff", isChosen ? { ...others, [id]: { duration_minutes: "", price: "" } } : others);
  };
  return (
    <FieldGroup title={t("team")}>
      <Text size="sm" c="dimmed">
        {t("teamHint")}
      </Text>
      {staff.map(({ id, display_name: name }) => (
        <Group key={id} justify="space-between" wrap="nowrap" mih={36}>
          <Checkbox
            label={name}
            checked={chosen[id] !== undefined}
            onChange={(event) => toggle(id, event.currentTarget.checked)}
          />
          {chosen[id] !== undefined && (
            <Group gap="xs" wrap="nowrap">
              <NumberInput
                w={84}
                aria-label={t("minutesOf", { name })}
                placeholder={t("minutes", { count: Number(duration_minutes) })}
                min={1}
                max={1440}
                hideControls
                {...form.getInputProps(`staff.${id}.duration_minutes`)}
              />
              <NumberInput
                w={104}
                aria-label={t("priceOf", { name })}
                placeholder={
                  price === ""
                    ? currency
                    : formats.money({ amount: Math.round(Number(price) * 10 ** digits), currency })
                }
                min={0}
                decimalScale={digits}
                decimalSeparator={decimalSeparatorOf(formats.locale)}
                hideControls
                suffix={` ${currency}`}
                {...form.getInputProps(`staff.${id}.price`)}
              />
            </Group>
          )}
        </Group>
      ))}
    </FieldGroup>
  );
}
