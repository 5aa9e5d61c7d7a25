import { calendarTexts } from "@daybook/i18n/calendar";
import type { Money, Service } from "@daybook/sdk";
import { ActionIcon, Button, Group, Select, Stack } from "@mantine/core";
import type { Ref } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import type { Calendar } from "./useCalendar.ts";

/** A service of the appointment with the staff member who performs it. */
export interface Line {
  readonly key: string;
  readonly serviceId: string;
  readonly staffId: string;
}

const MAX_LINES = 10;

/** Shows the fields for an appointment's services in order, each with its staff member. */
export function ServiceLines({
  calendar,
  services,
  lines,
  errors,
  firstRef,
  onChange,
}: {
  readonly calendar: Calendar;
  readonly services: readonly Service[];
  readonly lines: readonly Line[];
  readonly errors: Readonly<Record<string, unknown>>;
  /** A ref to the input of the first service. */
  readonly firstRef?: Ref<HTMLInputElement>;
  readonly onChange: (lines: readonly Line[]) => void;
}) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const offered = services.filter(
    ({ active, location_ids }) =>
      active && calendar.location !== undefined && location_ids.includes(calendar.location.id),
  );
  const set = (at: number, patch: Partial<Line>) =>
    onChange(lines.map((line, index) => (index === at ? { ...line, ...patch } : line)));
  return (
    <Stack gap="xs">
      {lines.map((line, index) => {
        const service = services.find(({ id }) => id === line.serviceId);
        const performers = calendar.staff.filter(
          ({ id }) => service === undefined || service.staff.some(({ staff_id }) => staff_id === id),
        );
        return (
          <Group key={line.key} gap="xs" align="flex-start" wrap="nowrap">
            <Select
              ref={index === 0 ? firstRef : undefined}
              label={index === 0 ? t("service") : undefined}
              aria-label={t("serviceNumber", { number: index + 1 })}
              placeholder={t("serviceHint")}
              data={offered.map(({ id, name, duration_minutes, price }) => ({
                value: id,
                label: `${name} · ${t("minutes", { count: duration_minutes })} · ${formats.money(price)}`,
              }))}
              searchable
              selectFirstOptionOnChange
              flex={3}
              value={line.serviceId === "" ? null : line.serviceId}
              onChange={(serviceId) => {
                const chosen = services.find(({ id }) => id === serviceId);
                const performs = chosen?.staff.some(({ staff_id }) => staff_id === line.staffId) ?? true;
                const first = calendar.staff.find(({ id }) =>
                  chosen?.staff.some(({ staff_id }) => staff_id === id),
                );
                set(index, { serviceId: serviceId ?? "", ...(performs ? {} : { staffId: first?.id ?? "" }) });
              }}
              error={
                (errors[`items.${index}.service_id`] ?? (index === 0 ? errors.items : undefined)) as
                  | string
                  | undefined
              }
            />
            <Select
              label={index === 0 ? t("staffMember") : undefined}
              aria-label={t("staffNumber", { number: index + 1 })}
              data={performers.map(({ id, display_name }) => ({ value: id, label: display_name }))}
              searchable
              selectFirstOptionOnChange
              allowDeselect={false}
              flex={2}
              value={performers.some(({ id }) => id === line.staffId) ? line.staffId : null}
              onChange={(staffId) => set(index, { staffId: staffId ?? "" })}
              error={errors[`items.${index}.staff_id`] as string | undefined}
            />
            {lines.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                aria-label={t("removeService", { number: index + 1 })}
                onClick={() => onChange(lines.filter((each) => each !== line))}
              >
                <Icon name="close" size={18} />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      {lines.length < MAX_LINES && lines.at(-1)?.serviceId !== "" && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() =>
              onChange([
                ...lines,
                { key: crypto.randomUUID(), serviceId: "", staffId: lines.at(-1)?.staffId ?? "" },
              ])
            }
          >
            {t("addService")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/**
 * Returns a preview of the total minutes and price. Uses the chosen staff members' own durations and prices. The server computes the final
 * values.
 */
export function totalsOf(
  lines: readonly Line[],
  services: readonly Service[],
): { minutes: number; price: Money | undefined } {
  let minutes = 0;
  let price: Money | undefined;
  for (const { serviceId, staffId } of lines) {
    const service = services.find(({ id }) => id === serviceId);
    if (service === undefined) continue;
    const own = service.staff.find(({ staff_id }) => staff_id === staffId);
    const money = own?.price ?? service.price;
    minutes += own?.duration_minutes ?? service.duration_minutes;
    price = { amount: (price?.amount ?? 0) + money.amount, currency: money.currency };
  }
  return { minutes, price };
}
