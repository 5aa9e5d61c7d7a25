import { MultiSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery } from "../../../base/catalogue.ts";

/** Selects services of the menu. If no service is selected, the value means every service, and the field shows the text `all`. */
export function ServicesField({
  label,
  all,
  value = [],
  error,
  onChange,
}: {
  readonly label: string;
  readonly all: string;
  readonly value?: readonly string[];
  readonly error?: string | undefined;
  readonly onChange?: (ids: string[]) => void;
}) {
  const { id: business } = useBusiness();
  const { data: services = [] } = useQuery(servicesQuery(business));
  return (
    <MultiSelect
      label={label}
      placeholder={value.length === 0 ? all : ""}
      searchable
      clearable
      hidePickedOptions
      data={services.map(({ id, name }) => ({ value: id, label: name }))}
      value={[...value]}
      error={error}
      {...(onChange === undefined ? {} : { onChange })}
    />
  );
}
