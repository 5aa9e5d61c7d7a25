import { calendarFeedsTexts } from "@daybook/i18n/calendarFeeds";
import { Group, Select, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { locationsQuery } from "../../../base/locations.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { feedStaffQuery } from "./queries.ts";

/** Creates a calendar feed for the chosen staff member, location or room. Passes the feed's link to `onDone`. */
export function CalendarFeedForm({ onDone }: { readonly onDone: (url: string) => void }) {
  const t = useText(calendarFeedsTexts);
  const { id: business } = useBusiness();
  const { data: staff = [], error: staffError } = useQuery(feedStaffQuery(business));
  const { data: locations = [], error: locationsError } = useQuery(locationsQuery(business));
  const form = useForm({
    initialValues: { subject: "" },
    validate: { subject: (subject) => (subject === "" ? t("chooseSubject") : null) },
  });
  const write = useWrite({
    operation: "createCalendarFeed",
    changes: ["settings"],
    onFields: () => form.setFieldError("subject", t("subjectGone")),
    run: (subject: string, { idempotencyKey }) => {
      const [field = "", id = ""] = subject.split(" ");
      return api.post("/businesses/{business}/calendar-feeds", {
        path: { business },
        body: { [field]: id },
        idempotencyKey,
      });
    },
  });
  const save = async ({ subject }: typeof form.values) => {
    const made = await write.send(subject);
    if (made !== undefined) onDone(made.url ?? "");
  };
  const rooms = locations.flatMap((location) =>
    location.resources.map(({ id, name }) => ({
      value: `resource_id ${id}`,
      label: locations.length > 1 ? `${name} (${location.name})` : name,
    })),
  );
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <Stack>
        <Select
          label={t("subject")}
          description={t("subjectHint")}
          searchable
          allowDeselect={false}
          data={[
            {
              group: t("ofStaff"),
              items: staff.map(({ id, display_name }) => ({ value: `staff_id ${id}`, label: display_name })),
            },
            {
              group: t("ofLocation"),
              items: locations.map(({ id, name }) => ({ value: `location_id ${id}`, label: name })),
            },
            { group: t("ofRoom"), items: rooms },
          ].filter(({ items }) => items.length > 0)}
          {...form.getInputProps("subject")}
        />
        <Text size="sm" c="dimmed">
          {t("contains")}
        </Text>
        <ProblemNote error={staffError ?? locationsError} />
        <ProblemNote error={write.error} onRetry={() => void save(form.values)} />
        <Group justify="flex-end">
          <ActionButton operation="createCalendarFeed" type="submit" loading={write.isSending}>
            {t("createDo")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
