import { Checkbox, Stack } from "@mantine/core";
import { FieldGroup } from "./FieldGroup.tsx";

/** Renders the field for the locations of a service or staff member. Renders nothing if the business has one location. */
export function LocationChoice({
  title,
  locations,
  ...input
}: {
  readonly title: string;
  readonly locations: readonly { readonly id: string; readonly name: string }[];
  readonly value?: string[];
  readonly onChange?: (ids: string[]) => void;
}) {
  if (locations.length <= 1) return null;
  return (
    <FieldGroup title={title}>
      <Checkbox.Group aria-label={title} {...input}>
        <Stack gap="xs">
          {locations.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={name} />
          ))}
        </Stack>
      </Checkbox.Group>
    </FieldGroup>
  );
}
