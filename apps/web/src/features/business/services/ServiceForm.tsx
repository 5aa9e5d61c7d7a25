import { menuTexts } from "@daybook/i18n/menu";
import type { Service } from "@daybook/sdk";
import { Group, NumberInput, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { locationsQuery } from "../../../base/locations.ts";
import { FieldGroup } from "../../../ui/FieldGroup.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";
import { PlaceFields } from "./PlaceFields.tsx";
import { categoriesQuery } from "./queries.ts";
import { RuleFields } from "./RuleFields.tsx";
import { bodyOf, decimalSeparatorOf, digitsOf, type ServiceValues, valuesOf } from "./serviceValues.ts";
import { TeamFields } from "./TeamFields.tsx";
import { TimeFields } from "./TimeFields.tsx";

/** Creates a service or edits all its fields: name and price, phases, staff, online booking, resources, rules. */
export function ServiceForm({
  service,
  onDone,
}: {
  readonly service: Service | undefined;
  readonly onDone: () => void;
}) {
  const t = useText(menuTexts);
  const { locale } = useFormats();
  const { id: business, record } = useBusiness();
  const { data: categories = [] } = useQuery(categoriesQuery(business));
  const { data: locations = [] } = useQuery(locationsQuery(business));
  const currency = service?.price.currency ?? record.currency;
  const digits = digitsOf(currency);
  const form = useForm<ServiceValues>({
    initialValues: valuesOf(service, { digits, locationIds: locations.map(({ id }) => id) }),
    validate: { name: (name) => (name.trim() === "" ? t("enterName") : null) },
  });
  return (
    <RecordForm
      form={form}
      operation={service === undefined ? "createService" : "updateService"}
      changes={["services", "staff"]}
      run={(values: ServiceValues, { idempotencyKey }): Promise<Service> => {
        const body = bodyOf(values, { currency, digits });
        return service === undefined
          ? api.services.create({ path: { business }, body, idempotencyKey })
          : api.services.update({ path: { business, service: service.id }, body, idempotencyKey });
      }}
      onDone={onDone}
      removal={
        service && {
          operation: "archiveService",
          title: t("archiveTitle", { name: service.name }),
          text: t("archiveHint"),
          action: t("archive"),
          run: () => api.services.archive({ path: { business, service: service.id } }),
        }
      }
      isLong
      gap="lg"
    >
      <Stack gap="sm">
        <TextInput label={t("name")} maxLength={120} {...form.getInputProps("name")} />
        <Select
          label={t("category")}
          placeholder={t("noCategory")}
          clearable
          data={categories.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps("category_id")}
        />
        <Group grow align="flex-start">
          <Select
            label={t("priceKind")}
            data={[
              { value: "fixed", label: t("priceFixed") },
              { value: "from", label: t("priceFrom") },
              { value: "free", label: t("priceFree") },
            ]}
            {...form.getInputProps("price_kind")}
          />
          {form.values.price_kind !== "free" && (
            <NumberInput
              label={t("price")}
              min={0}
              decimalScale={digits}
              fixedDecimalScale
              decimalSeparator={decimalSeparatorOf(locale)}
              hideControls
              suffix={` ${currency}`}
              {...form.getInputProps("price")}
              error={form.errors.price ?? form.errors["price.amount"]}
            />
          )}
        </Group>
        <Textarea
          label={t("description")}
          description={t("descriptionHint")}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={2000}
          {...form.getInputProps("description")}
        />
      </Stack>
      <TimeFields form={form} />
      <TeamFields form={form} currency={currency} digits={digits} />
      <FieldGroup title={t("online")}>
        <Switch
          label={t("onlineBookable")}
          {...form.getInputProps("online_bookable", { type: "checkbox" })}
        />
        <Switch
          label={t("requiresApproval")}
          {...form.getInputProps("requires_approval", { type: "checkbox" })}
        />
        <Switch
          label={t("requiresPatchTest")}
          {...form.getInputProps("requires_patch_test", { type: "checkbox" })}
        />
      </FieldGroup>
      <PlaceFields form={form} locations={locations} />
      <RuleFields form={form} />
    </RecordForm>
  );
}
