import { setupTexts } from "@daybook/i18n/setup";
import { ActionIcon, Button, Group, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import type { Location } from "../locations/queries.ts";

const MAX_NAMES = 20;

/** Creates staff members from typed names. Their working hours are the location's opening hours. */
export function TeamStep({ location, onDone }: { readonly location: Location; readonly onDone: () => void }) {
  const t = useText(setupTexts);
  const { id: business, me } = useBusiness();
  const [names, setNames] = useState<readonly { readonly key: string; readonly name: string }[]>([
    { key: "me", name: [me.first_name, me.last_name].filter(Boolean).join(" ") },
  ]);
  const filled = names.map(({ name }) => name.trim()).filter((name) => name !== "");
  const write = useWrite({
    operation: "createStaffMember",
    changes: ["staff", "hours"],
    run: async (wanted: readonly string[], { idempotencyKey }) => {
      const weekly = location.hours.map(({ weekday, starts, ends }) => ({
        location_id: location.id,
        weekday,
        starts,
        ends,
      }));
      for (const [index, name] of wanted.entries()) {
        const [first_name = name, ...others] = name.split(/\s+/);
        // Uses a separate idempotency key for each staff member, so that a retry does not create duplicates.
        const { id } = await api.staff.createMember({
          path: { business },
          body: { first_name, last_name: others.join(" ") || null, location_ids: [location.id] },
          idempotencyKey: `${idempotencyKey}-${index}`,
        });
        await api.staff.replaceHours({ path: { business, staff: id }, body: { weekly, exceptions: [] } });
      }
      return wanted.length;
    },
  });
  const save = async () => {
    if ((await write.send(filled)) !== undefined) onDone();
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Stack>
        <Text size="sm">{t("teamHint")}</Text>
        {names.map(({ key, name }, index) => (
          <Group key={key} gap="xs" wrap="nowrap">
            <TextInput
              flex={1}
              aria-label={t("staffName", { number: String(index + 1) })}
              placeholder={t("namePlaceholder")}
              maxLength={120}
              value={name}
              onChange={(event) => {
                const typed = event.currentTarget.value;
                setNames(names.map((each) => (each.key === key ? { key, name: typed } : each)));
              }}
            />
            {names.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t("removeName", { number: String(index + 1) })}
                onClick={() => setNames(names.filter((each) => each.key !== key))}
              >
                <Icon name="close" size={18} />
              </ActionIcon>
            )}
          </Group>
        ))}
        {names.length < MAX_NAMES && (
          <Group>
            <Button
              variant="default"
              leftSection={<Icon name="plus" size={16} />}
              onClick={() => setNames([...names, { key: crypto.randomUUID(), name: "" }])}
            >
              {t("addName")}
            </Button>
          </Group>
        )}
        <ProblemNote error={write.error} onRetry={() => void save()} />
        <Group justify="flex-end">
          <ActionButton
            operation="createStaffMember"
            type="submit"
            loading={write.isSending}
            reason={filled.length === 0 ? t("needsName") : undefined}
          >
            {t("continue")}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  );
}
