import { locationsTexts } from "@daybook/i18n/locations";
import { shellTexts } from "@daybook/i18n/shell";
import { Autocomplete, Group, NumberInput, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ArchiveDialog } from "../../../ui/ArchiveDialog.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
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
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const [isArchiving, setArchiving] = useState(false);
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
  const isSaved = useRef(false);
  const done = () => {
    isSaved.current = true;
    onDone();
  };
  const path = { business, location: location.id };
  const operation = resource === undefined ? "createResource" : "updateResource";
  const write = useWrite({
    operation,
    changes: ["locations", "services"],
    onFields: form.setErrors,
    run: ({ name, type, capacity }: typeof form.values, { idempotencyKey }): Promise<Resource> => {
      const body = { name: name.trim(), capacity: Number(capacity) };
      return resource === undefined
        ? api.locations.createResource({ path, body: { ...body, type: typeOf(type) }, idempotencyKey })
        : api.locations.updateResource({ path: { ...path, resource: resource.id }, body, idempotencyKey });
    },
  });
  const archive = useWrite({
    operation: "archiveResource",
    changes: ["locations", "services"],
    run: (id: string) => api.locations.archiveResource({ path: { ...path, resource: id } }),
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) !== undefined) done();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} keeps="resource" />
      <Stack>
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
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="space-between">
          {resource === undefined ? (
            <span />
          ) : (
            <ActionButton
              operation="archiveResource"
              variant="subtle"
              color="red"
              onClick={() => setArchiving(true)}
            >
              {t("archive")}
            </ActionButton>
          )}
          <ActionButton operation={operation} type="submit" loading={write.isSending}>
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
      {resource !== undefined && (
        <ArchiveDialog
          operation="archiveResource"
          title={t("archiveTitle", { name: resource.name })}
          text={t("archiveHint")}
          action={t("archive")}
          isOpen={isArchiving}
          write={archive}
          onClose={() => setArchiving(false)}
          onConfirm={() => void archive.send(resource.id).then((sent) => sent !== undefined && done())}
        />
      )}
    </form>
  );
}
