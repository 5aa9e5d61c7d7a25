import { menuTexts } from "@daybook/i18n/menu";
import type { Location } from "@daybook/sdk";
import { Group, NumberInput, Text } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useText } from "../../../base/language.tsx";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";
import { LocationChoice } from "../../../ui/LocationChoice.tsx";
import type { ServiceValues } from "./serviceValues.ts";

/** Shows the fields for a service's locations and required resources. */
export function PlaceFields({
  form,
  locations,
}: {
  readonly form: UseFormReturnType<ServiceValues>;
  readonly locations: readonly Location[];
}) {
  const t = useText(menuTexts);
  const types = [
    ...new Set([
      ...locations.flatMap(({ resources }) => resources.map(({ type }) => type)),
      ...Object.keys(form.values.resources),
    ]),
  ];
  return (
    <>
      <LocationChoice title={t("locations")} locations={locations} {...form.getInputProps("location_ids")} />
      <FieldGroup title={t("resources")}>
        {types.length === 0 && (
          <Text size="sm" c="dimmed">
            {t("noResources")}
          </Text>
        )}
        {types.map((type) => (
          <Group key={type} justify="space-between">
            <Text size="sm">{type.replaceAll("_", " ")}</Text>
            <NumberInput
              w={84}
              aria-label={t("resourceCount", { type })}
              min={0}
              max={100}
              placeholder="0"
              {...form.getInputProps(`resources.${type}`)}
              value={form.values.resources[type] ?? ""}
            />
          </Group>
        ))}
      </FieldGroup>
    </>
  );
}
