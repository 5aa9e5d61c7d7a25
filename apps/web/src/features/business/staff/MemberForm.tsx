import { shellTexts } from "@daybook/i18n/shell";
import { teamTexts } from "@daybook/i18n/team";
import type { StaffMember } from "@daybook/sdk";
import { ColorInput, Group, Stack, Switch, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { locationsQuery } from "../../../base/locations.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { LocationChoice } from "../../../ui/LocationChoice.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";

const COLOURS = ["#0f766e", "#1d4ed8", "#7c3aed", "#be185d", "#b45309", "#15803d", "#475569", "#b91c1c"];

/** Creates a staff member or edits the details: names, job title, colour, locations, and whether the staff member is bookable. */
export function MemberForm({
  member,
  onDone,
}: {
  readonly member?: StaffMember;
  readonly onDone: () => void;
}) {
  const t = useText(teamTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const { data: locations = [] } = useQuery(locationsQuery(business));
  const form = useForm({
    initialValues: {
      first_name: member?.first_name ?? "",
      last_name: member?.last_name ?? "",
      display_name: member?.display_name ?? "",
      title: member?.title ?? "",
      color: member?.color ?? "",
      bookable: member?.bookable ?? true,
      location_ids: [...(member?.location_ids ?? locations.map(({ id }) => id))],
    },
    validate: { first_name: (name) => (name.trim() === "" ? t("enterName") : null) },
  });
  const isSaved = useRef(false);
  const operation = member === undefined ? "createStaffMember" : "updateStaffMember";
  const write = useWrite({
    operation,
    changes: ["staff", "hours"],
    onFields: form.setErrors,
    run: async (values: typeof form.values, { idempotencyKey }): Promise<StaffMember> => {
      const orNull = (text: string) => (text.trim() === "" ? null : text.trim());
      const body = {
        first_name: values.first_name.trim(),
        last_name: orNull(values.last_name),
        title: orNull(values.title),
        color: orNull(values.color),
        bookable: values.bookable,
        location_ids: values.location_ids,
        ...(values.display_name.trim() === "" ? {} : { display_name: values.display_name.trim() }),
      };
      return member === undefined
        ? api.staff.createMember({ path: { business }, body, idempotencyKey })
        : api.staff.updateMember({ path: { business, staff: member.id }, body, idempotencyKey });
    },
  });
  const save = async (values: typeof form.values) => {
    if ((await write.send(values)) === undefined) return;
    isSaved.current = true;
    form.resetDirty(values);
    onDone();
  };
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <UnsavedGuard isDirty={() => !isSaved.current && form.isDirty()} />
      <Stack maw={560} onChange={() => (isSaved.current = false)}>
        <Group grow align="flex-start">
          <TextInput label={t("firstName")} maxLength={120} {...form.getInputProps("first_name")} />
          <TextInput label={t("lastName")} maxLength={120} {...form.getInputProps("last_name")} />
        </Group>
        <TextInput
          label={t("displayName")}
          maxLength={120}
          placeholder={form.values.first_name}
          {...form.getInputProps("display_name")}
        />
        <TextInput
          label={t("jobTitle")}
          placeholder={t("jobHint")}
          maxLength={120}
          {...form.getInputProps("title")}
        />
        <ColorInput
          label={t("colour")}
          format="hex"
          withEyeDropper={false}
          swatches={COLOURS}
          {...form.getInputProps("color")}
        />
        <LocationChoice
          title={t("locations")}
          locations={locations}
          {...form.getInputProps("location_ids")}
        />
        <Switch label={t("bookable")} {...form.getInputProps("bookable", { type: "checkbox" })} />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="flex-end">
          <ActionButton operation={operation} type="submit" loading={write.isSending}>
            {shell("save")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
