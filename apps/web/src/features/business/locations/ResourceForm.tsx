import { locationsTexts } from "@daybook/i18n/locations";
import { Autocomplete, NumberInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { RecordForm } from "../../../ui/RecordForm.tsx";
import type { Location } from "./queries.ts";

type Resource = Location["resources"][number];

/** Converts the typed name of a resource type to its identifier: `treatment room` becomes `treatment_room`. */
function typeOf(text: string): string {
  const plain = text.trim().toLowerCase().normalize("NFD").replaceAll(/\p{M}/gu, "");
  return plain.replaceAll(/[^a-z0-9]+/g, "_").replaceAll(/^_+|_+$/g, "");
}

/** Creates, changes or archives a room or device. The type cannot be changed, because services refer to the type. */
export function ResourceForm({
  location,
  resource,
  types,
  onDone,
}: {
  readonly location: Location;
  readonly resource?: Resource;
  /** The resource types that the business already uses. */
  readonly types: readonly string[];
  readonly onDone: () => void;
}) {
  const t = useText(locationsTexts);
  const { id: business } = useBusiness();
  const form = useForm({
    initialValues: {
      name: resource?.name ?? "",
      type: resource?.type ?? "",
      capacity: (resource?.capacity ?? 1) as number | string,
    },
    validate: {
      name: (name) => (name.trim() === "" ? t("enterName") : null),
      type: (type) => (/^[a-z]/.test(typeOf(type)) ? null : t("enterName")),
    },
  });
  const path = { business, location: location.id };
  return (
    <RecordForm
      form={form}
      keeps="resource"
      operation={resource === undefined ? "createResource" : "updateResource"}
      changes={["locations", "services"]}
      run={({ name, type, capacity }: typeof form.values, { idempotencyKey }): Promise<Resource> => {
        const body = { name: name.trim(), capacity: Number(capacity) };
        return resource === undefined
          ? api.locations.createResource({ path, body: { ...body, type: typeOf(type) }, idempotencyKey })
          : api.locations.updateResource({ path: { ...path, resource: resource.id }, body, idempotencyKey });
      }}
      onDone={onDone}
      removal={
        resource && {
          operation: "archiveResource",
          title: t("archiveTitle", { name: resource.name }),
          text: t("archiveHint"),
          action: t("archive"),
          run: () => api.locations.archiveResource({ path: { ...path, resource: resource.id } }),
        }
      }
    >
      <TextInput label={t("name")} maxLength={120} data-autofocus {...form.getInputProps("name")} />
      {resource === undefined && (
        <Autocomplete
          label={t("kind")}
          maxLength={40}
          data={types.map((type) => type.replaceAll("_", " "))}
          {...form.getInputProps("type")}
        />
      )}
      <NumberInput
        label={t("capacity")}
        min={1}
        max={100}
        allowDecimal={false}
        {...form.getInputProps("capacity")}
      />
    </RecordForm>
  );
}
