import { Select, type SelectProps } from "@mantine/core";

const ZONES = Intl.supportedValuesOf("timeZone");

/** Renders a field for a time zone by its IANA name, such as Europe/Berlin. */
export function TimeZoneSelect({ value, ...props }: Omit<SelectProps, "data">) {
  const isKnown = typeof value !== "string" || ZONES.includes(value);
  const zones = isKnown ? ZONES : [value, ...ZONES];
  return (
    <Select
      searchable
      limit={50}
      value={value ?? null}
      data={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
      {...props}
    />
  );
}
