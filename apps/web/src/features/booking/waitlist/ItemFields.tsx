import { waitlistTexts } from "@daybook/i18n/waitlist";
import { ActionIcon, Button, Group, Select, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { servicesQuery, staffQuery } from "../../../base/catalogue.ts";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { type ItemDraft, newItem } from "./draft.ts";

const MAX_ITEMS = 10;
const ANY_STAFF = "any";

/** Shows the fields for the requested services, each with a chosen staff member or any staff member. */
export function ItemFields({
  location,
  items,
  errors,
  staffId,
  onChange,
}: {
  readonly location: string;
  readonly items: readonly ItemDraft[];
  readonly errors: Readonly<Record<string, ReactNode>>;
  /** The initial staff member of an added service; empty for any staff member. */
  readonly staffId: string;
  readonly onChange: (items: readonly ItemDraft[]) => void;
}) {
  const t = useText(waitlistTexts);
  const { id: business } = useBusiness();
  const { data: services = [] } = useQuery(servicesQuery(business));
  const { data: staff = [] } = useQuery(staffQuery(business));
  const set = (at: number, patch: Partial<ItemDraft>) =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...patch } : item)));
  return (
    <Stack gap="xs">
      {items.map((item, index) => {
        const service = services.find(({ id }) => id === item.serviceId);
        const performers = staff.filter(
          ({ id, location_ids }) =>
            location_ids.includes(location) &&
            (service === undefined || service.staff.some(({ staff_id }) => staff_id === id)),
        );
        return (
          <Group key={item.key} gap="xs" align="flex-start" wrap="nowrap">
            <Select
              label={index === 0 ? t("service") : undefined}
              aria-label={t("serviceNumber", { number: index + 1 })}
              data={services
                .filter(({ active, location_ids }) => active && location_ids.includes(location))
                .map(({ id, name }) => ({ value: id, label: name }))}
              searchable
              selectFirstOptionOnChange
              flex={3}
              value={item.serviceId === "" ? null : item.serviceId}
              onChange={(serviceId) => {
                const chosen = services.find(({ id }) => id === serviceId);
                const performs = chosen?.staff.some(({ staff_id }) => staff_id === item.staffId) ?? true;
                set(index, { serviceId: serviceId ?? "", ...(performs ? {} : { staffId: "" }) });
              }}
              error={errors[`items.${index}.service_id`]}
            />
            <Select
              label={index === 0 ? t("staffMember") : undefined}
              aria-label={t("staffNumber", { number: index + 1 })}
              data={[
                { value: ANY_STAFF, label: t("anybody") },
                ...performers.map(({ id, display_name }) => ({ value: id, label: display_name })),
              ]}
              flex={2}
              value={item.staffId === "" ? ANY_STAFF : item.staffId}
              onChange={(id) => set(index, { staffId: id === null || id === ANY_STAFF ? "" : id })}
              error={errors[`items.${index}.staff_id`]}
            />
            {items.length > 1 && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={36}
                mt={index === 0 ? 25 : 0}
                aria-label={t("removeService", { number: index + 1 })}
                onClick={() => onChange(items.filter((each) => each !== item))}
              >
                <Icon name="close" size={18} />
              </ActionIcon>
            )}
          </Group>
        );
      })}
      {items.length < MAX_ITEMS && items.at(-1)?.serviceId !== "" && (
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => onChange([...items, newItem(staffId)])}
          >
            {t("addService")}
          </Button>
        </Group>
      )}
    </Stack>
  );
}
