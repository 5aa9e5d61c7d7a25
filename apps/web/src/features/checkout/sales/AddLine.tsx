import { salesTexts } from "@daybook/i18n/sales";
import type { Money } from "@daybook/sdk";
import { Button, Group, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { catalogueQuery } from "./queries.ts";
import type { LineKind, TicketLine } from "./ticket.ts";

/** Adds a line to the ticket: a service found by name, a product, a gift card of any value or a discount. */
export function AddLine({
  locationId,
  onAdd,
}: {
  readonly locationId: string | undefined;
  readonly onAdd: (line: TicketLine) => void;
}) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { data } = useQuery(catalogueQuery(business));
  const services = (data?.services ?? []).filter(
    ({ active, location_ids }) => active && locationId !== undefined && location_ids.includes(locationId),
  );
  const sources = [
    { kind: "service", group: t("services"), items: services },
    { kind: "package", group: t("packages"), items: data?.packages ?? [] },
    { kind: "membership", group: t("memberships"), items: data?.memberships ?? [] },
    { kind: "gift_card", group: t("giftCards"), items: data?.giftCards ?? [] },
  ] as const;
  const add = (kind: LineKind, item?: { id: string; name: string; price: Money }) =>
    onAdd({
      key: crypto.randomUUID(),
      kind,
      itemId: item?.id,
      description: item?.name ?? "",
      quantity: 1,
      listMinor: item?.price.amount,
      unitMinor: item?.price.amount,
    });
  return (
    <Group gap="xs" align="flex-end">
      <Select
        flex="1 1 220px"
        label={t("addItem")}
        placeholder={t("addItemHint")}
        searchable
        selectFirstOptionOnChange
        value={null}
        data={sources
          .map(({ kind, group, items }) => ({
            group,
            items: items.map(({ id, name, price }) => ({
              value: `${kind} ${id}`,
              label: `${name} · ${formats.money(price)}`,
            })),
          }))
          .filter(({ items }) => items.length > 0)}
        nothingFoundMessage={t("nothingFound")}
        onChange={(value) => {
          const [kind, id] = (value ?? "").split(" ");
          const item = sources.find((source) => source.kind === kind)?.items.find((each) => each.id === id);
          if (item !== undefined) add(kind as LineKind, item);
        }}
      />
      {(["product", "gift_card", "discount"] as const).map((kind) => (
        <Button
          key={kind}
          variant="default"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => add(kind)}
        >
          {t(ADD_TEXT[kind])}
        </Button>
      ))}
    </Group>
  );
}

const ADD_TEXT = { product: "product", gift_card: "giftCard", discount: "discount" } as const;
