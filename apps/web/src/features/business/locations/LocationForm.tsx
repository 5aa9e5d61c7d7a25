import { locationsTexts } from "@daybook/i18n/locations";
import { Group, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { phoneOf } from "../../../base/phone.ts";
import { RecordForm } from "../../../ui/RecordForm.tsx";
import { TimeZoneSelect } from "../../../ui/TimeZoneSelect.tsx";
import type { Location } from "./queries.ts";

/** Creates a location, or changes its name, address, contacts and time zone. */
export function LocationForm({
  location,
  onReload,
  onDone,
}: {
  readonly location?: Location;
  readonly onReload?: () => void;
  readonly onDone: () => void;
}) {
  const t = useText(locationsTexts);
  const { id: business, record } = useBusiness();
  const address = location?.address;
  const form = useForm({
    initialValues: {
      name: location?.name ?? "",
      address: {
        line1: address?.line1 ?? "",
        line2: address?.line2 ?? "",
        postal_code: address?.postal_code ?? "",
        city: address?.city ?? "",
        region: address?.region ?? "",
        country: address?.country ?? record.country,
      },
      phone_e164: location?.phone_e164 ?? "",
      email: location?.email ?? "",
      time_zone: location?.time_zone ?? record.time_zone,
      active: location?.active ?? true,
    },
    validate: {
      name: (name) => (name.trim() === "" ? t("enterName") : null),
      address: {
        line1: (line) => (line.trim() === "" ? t("enterStreet") : null),
        city: (city) => (city.trim() === "" ? t("enterCity") : null),
        country: (country) => (/^[A-Za-z]{2}$/.test(country.trim()) ? null : t("enterCountry")),
      },
    },
  });
  return (
    <RecordForm
      form={form}
      keeps={location === undefined ? "new" : undefined}
      operation={location === undefined ? "createLocation" : "updateLocation"}
      changes={["locations", "appointments"]}
      run={async (values: typeof form.values, { idempotencyKey }) => {
        const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
        const { line1, line2, postal_code, city, region, country } = values.address;
        const body = {
          name: values.name.trim(),
          address: {
            line1: line1.trim(),
            line2: orNull(line2),
            postal_code: orNull(postal_code),
            city: city.trim(),
            region: orNull(region),
            country: country.trim().toUpperCase(),
          },
          phone_e164: (await phoneOf(values.phone_e164, record.country)) ?? null,
          email: orNull(values.email),
          time_zone: values.time_zone,
          active: values.active,
        };
        if (location === undefined) await api.locations.create({ path: { business }, body, idempotencyKey });
        else
          await api.locations.update({
            path: { business, location: location.id },
            body,
            ifMatch: location.version,
            idempotencyKey,
          });
      }}
      onDone={onDone}
      reload={{ label: t("reload"), onClick: onReload }}
      maw={560}
    >
      <TextInput label={t("name")} maxLength={120} {...form.getInputProps("name")} />
      <TextInput label={t("line1")} maxLength={200} {...form.getInputProps("address.line1")} />
      <TextInput label={t("line2")} maxLength={200} {...form.getInputProps("address.line2")} />
      <Group grow align="flex-start">
        <TextInput label={t("postalCode")} maxLength={20} {...form.getInputProps("address.postal_code")} />
        <TextInput label={t("city")} maxLength={120} {...form.getInputProps("address.city")} />
      </Group>
      <Group grow align="flex-end">
        <TextInput label={t("region")} maxLength={120} {...form.getInputProps("address.region")} />
        <TextInput label={t("country")} maxLength={2} {...form.getInputProps("address.country")} />
      </Group>
      <Group grow align="flex-start">
        <TextInput label={t("phone")} type="tel" maxLength={40} {...form.getInputProps("phone_e164")} />
        <TextInput label={t("email")} type="email" maxLength={254} {...form.getInputProps("email")} />
      </Group>
      <TimeZoneSelect label={t("timeZone")} {...form.getInputProps("time_zone")} />
      <Switch label={t("active")} {...form.getInputProps("active", { type: "checkbox" })} />
    </RecordForm>
  );
}
