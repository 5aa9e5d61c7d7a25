import { salesTexts } from "@daybook/i18n/sales";
import { Button, Stack } from "@mantine/core";
import { useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ItemSearch } from "./ItemSearch.tsx";
import classes from "./Sales.module.css";
import type { LineKind, TicketLine } from "./ticket.ts";

const FREE_KINDS = ["product", "gift_card", "discount"] as const;
const ADD_TEXT = { product: "otherProduct", gift_card: "giftCard", discount: "discount" } as const;

/**
 * Adds a line to the ticket: an item found by name or barcode, an unlisted product, a gift card of any value or a discount.
 */
export function AddLine({
  locationId,
  onAdd,
}: {
  readonly locationId: string;
  readonly onAdd: (line: TicketLine) => void;
}) {
  const t = useText(salesTexts);
  const addFree = (kind: LineKind) =>
    onAdd({
      key: crypto.randomUUID(),
      kind,
      itemId: undefined,
      description: "",
      quantity: 1,
      listMinor: undefined,
      unitMinor: undefined,
    });
  return (
    <Stack gap="xs">
      <ItemSearch locationId={locationId} onAdd={onAdd} />
      <div className={classes.kinds}>
        {FREE_KINDS.map((kind) => (
          <Button
            key={kind}
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => addFree(kind)}
          >
            {t(ADD_TEXT[kind])}
          </Button>
        ))}
      </div>
    </Stack>
  );
}
