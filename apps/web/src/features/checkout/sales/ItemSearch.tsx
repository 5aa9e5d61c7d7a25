import { salesTexts } from "@daybook/i18n/sales";
import type { Money } from "@daybook/sdk";
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { catalogueQuery, productsQuery } from "./queries.ts";
import type { LineKind, TicketLine } from "./ticket.ts";

interface Item {
  readonly id: string;
  readonly name: string;
  readonly price: Money;
}

/**
 * Searches the items on sale. Services, packages, memberships and gift cards are found by name, products also by SKU or barcode. A barcode
 * scanner types the number and presses Enter. Enter therefore adds the product with exactly this number, or the only matching product, even
 * before the list shows it.
 */
export function ItemSearch({
  locationId,
  onAdd,
}: {
  readonly locationId: string;
  readonly onAdd: (line: TicketLine) => void;
}) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const client = useQueryClient();
  const [typed, setTyped] = useState("");
  const [q] = useDebouncedValue(typed.trim(), 150);
  const { data: catalogue } = useQuery(catalogueQuery(business));
  // Hides the products that match an earlier text, because Enter would add one of them.
  const isSettled = q === typed.trim();
  const { data: products = [], isFetching } = useQuery({
    ...productsQuery(business, q),
    enabled: q !== "" && isSettled,
  });
  const isChosen = useRef(false);
  const wanted = typed.trim().toLowerCase();
  const named = <T extends Item>(items: readonly T[]) =>
    items.filter(({ name }) => name.toLowerCase().includes(wanted));
  const services = (catalogue?.services ?? []).filter(
    ({ active, location_ids }) => active && location_ids.includes(locationId),
  );
  const sources = [
    { kind: "service", group: t("services"), items: named(services) },
    { kind: "product", group: t("products"), items: isSettled && wanted !== "" ? products : [] },
    { kind: "package", group: t("packages"), items: named(catalogue?.packages ?? []) },
    { kind: "membership", group: t("memberships"), items: named(catalogue?.memberships ?? []) },
    { kind: "gift_card", group: t("giftCards"), items: named(catalogue?.giftCards ?? []) },
  ] as const;
  const add = (kind: LineKind, { id, name, price }: Item) => {
    setTyped("");
    onAdd({
      key: crypto.randomUUID(),
      kind,
      itemId: id,
      description: name,
      quantity: 1,
      listMinor: price.amount,
      unitMinor: price.amount,
    });
  };
  const addScanned = async (number: string) => {
    const found = await client.fetchQuery(productsQuery(business, number)).catch(() => []);
    const isNumber = (code: string | null) => code?.toLowerCase() === number.toLowerCase();
    const product =
      found.find(({ barcode, sku }) => isNumber(barcode) || isNumber(sku)) ??
      (found.length === 1 ? found[0] : undefined);
    if (product !== undefined) add("product", product);
  };
  return (
    <Select
      label={t("addItem")}
      placeholder={t("addItemHint")}
      searchable
      // Selects no option while the text is empty, so that pressing Enter again after a scan adds nothing.
      selectFirstOptionOnChange={wanted !== ""}
      maxDropdownHeight={360}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={sources
        .map(({ kind, group, items }) => ({
          group,
          items: items.map((item) => ({
            value: `${kind} ${item.id}`,
            label: `${item.name} · ${formats.money(item.price)}`,
          })),
        }))
        .filter(({ items }) => items.length > 0)}
      nothingFoundMessage={isFetching || !isSettled ? undefined : t("nothingFound")}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.preventDefault();
        isChosen.current = false;
        // The list of options handles the key after this handler, and calls `onChange` if an option is highlighted.
        queueMicrotask(() => {
          if (!isChosen.current && wanted !== "") void addScanned(typed.trim());
        });
      }}
      onChange={(value) => {
        isChosen.current = true;
        const [kind, id] = (value ?? "").split(" ");
        const source = sources.find((each) => each.kind === kind);
        const item = (source?.items as readonly Item[] | undefined)?.find((each) => each.id === id);
        if (source !== undefined && item !== undefined) add(source.kind, item);
      }}
    />
  );
}
