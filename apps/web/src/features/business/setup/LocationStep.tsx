import { setupTexts } from "@daybook/i18n/setup";
import { teamTexts } from "@daybook/i18n/team";
import { Group, Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { type Interval, problemOf } from "../../../ui/hours/draft.ts";
import { WeekEditor } from "../../../ui/hours/WeekEditor.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { bodyOf, type Location } from "../locations/queries.ts";

const WORKDAY: readonly Interval[] = [{ starts: "09:00", ends: "18:00" }];
const SATURDAY: readonly Interval[] = [{ starts: "09:00", ends: "14:00" }];
const USUAL_WEEK = [WORKDAY, WORKDAY, WORKDAY, WORKDAY, WORKDAY, SATURDAY, []];

/**
 * Creates the first location with its opening hours. If the location already exists, only replaces its opening hours.
 */
export function LocationStep({
  location,
  onDone,
}: {
  readonly location: Location | undefined;
  readonly onDone: () => void;
}) {
  const t = useText(setupTexts);
  const team = useText(teamTexts);
  const { id: business, record } = useBusiness();
  const [week, setWeek] = useState<readonly (readonly Interval[])[]>(USUAL_WEEK);
  const form = useForm({
    initialValues: { name: record.name, line1: "", postal_code: "", city: "" },
    validate: {
      name: (text) => (text.trim() === "" ? t("fillIn") : null),
      line1: (text) => (text.trim() === "" ? t("fillIn") : null),
      city: (text) => (text.trim() === "" ? t("fillIn") : null),
    },
  });
  const problem = week.map(problemOf).find((each) => each !== undefined);
  const hasHours = week.some((intervals) => intervals.length > 0);
  const write = useWrite({
    operation: "createLocation",
    changes: ["locations", "hours"],
    onFields: (errors) =>
      form.setErrors(
        Object.fromEntries(
          Object.entries(errors).map(([path, text]) => [path.replace("address.", ""), text]),
        ),
      ),
    run: async ({ name, ...address }: typeof form.values, { idempotencyKey }) => {
      const { country } = record;
      const body = {
        name: name.trim(),
        address: { ...address, country, postal_code: address.postal_code || null },
      };
      const { id } = location ?? (await api.locations.create({ path: { business }, body, idempotencyKey }));
      return api.locations.replaceHours({
        path: { business, location: id },
        body: bodyOf({ week, exceptions: [] }),
      });
    },
  });
  const save = async () => {
    if ((await write.send(form.values)) !== undefined) onDone();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (location === undefined && form.validate().hasErrors) return;
        void save();
      }}
    >
      <UnsavedGuard isDirty={() => form.isDirty() && !write.isSending && location === undefined} />
      <Stack>
        {location === undefined && (
          <>
            <TextInput label={t("locationName")} maxLength={120} {...form.getInputProps("name")} />
            <TextInput
              label={t("street")}
              autoComplete="address-line1"
              maxLength={200}
              {...form.getInputProps("line1")}
            />
            <Group grow align="flex-start">
              <TextInput
                label={t("postalCode")}
                autoComplete="postal-code"
                maxLength={20}
                {...form.getInputProps("postal_code")}
              />
              <TextInput
                label={t("city")}
                autoComplete="address-level2"
                maxLength={120}
                {...form.getInputProps("city")}
              />
            </Group>
          </>
        )}
        <Text fw={600}>{t("openingHours")}</Text>
        <WeekEditor week={week} places={[]} onChange={setWeek} />
        <ProblemNote error={write.error} onRetry={() => void save()} />
        <Group justify="flex-end">
          <ActionButton
            operation="createLocation"
            type="submit"
            loading={write.isSending}
            reason={problem === undefined ? (hasHours ? undefined : t("needsHours")) : team(problem)}
          >
            {t("continue")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
