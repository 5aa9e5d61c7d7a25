import { salesTexts } from "@daybook/i18n/sales";
import type { Appointment } from "@daybook/sdk";
import { ActionIcon, Checkbox, Group, NumberInput, Text, TextInput } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { MoneyInput } from "../../../ui/MoneyInput.tsx";
import classes from "./Sales.module.css";
import type { Ticket, TicketLine } from "./ticket.ts";

/** Lists the booked items, which the user can omit, and the added lines. */
export function TicketLines({
  appointment,
  ticket,
  errors,
  onChange,
}: {
  readonly appointment: Appointment | undefined;
  readonly ticket: Ticket;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (patch: Partial<Ticket>) => void;
}) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const { lines, omitted } = ticket;
  const isEmpty = (appointment?.items.length ?? 0) === 0 && lines.length === 0;
  if (isEmpty) return <Text c="dimmed">{t("emptyTicket")}</Text>;
  return (
    <ul className={classes.lines}>
      {appointment?.items.map(({ id, service_name, price }) => {
        const isSold = !omitted.includes(id);
        return (
          <li key={id}>
            <Checkbox
              className={classes.what}
              label={service_name}
              aria-label={t("sellItem", { name: service_name })}
              checked={isSold}
              onChange={() =>
                onChange({ omitted: isSold ? [...omitted, id] : omitted.filter((other) => other !== id) })
              }
            />
            <span className={`numbers ${isSold ? "" : classes.left}`}>{formats.money(price)}</span>
          </li>
        );
      })}
      {lines.map((line, index) => (
        <Line
          key={line.key}
          line={line}
          errorOf={(field) => errors[`lines.${index}.${field}`]}
          onChange={(patch) =>
            onChange({ lines: lines.map((each) => (each === line ? { ...each, ...patch } : each)) })
          }
          onRemove={() => onChange({ lines: lines.filter((each) => each !== line) })}
        />
      ))}
    </ul>
  );
}

function Line({
  line,
  errorOf,
  onChange,
  onRemove,
}: {
  readonly line: TicketLine;
  readonly errorOf: (field: string) => string | undefined;
  readonly onChange: (patch: Partial<TicketLine>) => void;
  readonly onRemove: () => void;
}) {
  const t = useText(salesTexts);
  const { record } = useBusiness();
  const { kind, itemId, description, quantity, unitMinor } = line;
  const kindText = t(KIND_TEXT[kind]);
  const name = description === "" ? kindText : description;
  // A gift card product has a fixed price. Packages, memberships and gift cards have the quantity 1.
  const isPriceFixed = kind === "gift_card" && itemId !== undefined;
  const isCounted = kind === "product" || kind === "service";
  return (
    <li>
      <Group className={classes.what} gap="xs" align="flex-start">
        {itemId === undefined ? (
          <TextInput
            flex="1 1 140px"
            aria-label={t("descriptionOf", { kind: kindText })}
            placeholder={kindText}
            maxLength={200}
            value={description}
            error={errorOf("description")}
            onChange={(event) => onChange({ description: event.currentTarget.value })}
          />
        ) : (
          <div className={classes.named}>
            <span>{description}</span>
            <Text size="xs" c="dimmed">
              {kindText}
            </Text>
          </div>
        )}
        {isCounted && (
          <NumberInput
            w={64}
            aria-label={t("quantityOf", { name })}
            value={quantity}
            min={1}
            max={1000}
            allowDecimal={false}
            hideControls
            error={errorOf("quantity")}
            styles={{ input: { textAlign: "right" } }}
            onChange={(value) => onChange({ quantity: typeof value === "number" ? value : 1 })}
          />
        )}
        <MoneyInput
          w={140}
          aria-label={t("priceOf", { name })}
          currency={record.currency}
          valueMinor={unitMinor}
          isReadOnly={isPriceFixed}
          error={errorOf("unit_price") ?? errorOf("unit_price.amount")}
          onChange={(minor) => onChange({ unitMinor: minor })}
        />
      </Group>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t("removeLine", { name })}
        onClick={onRemove}
      >
        <Icon name="close" size={18} />
      </ActionIcon>
    </li>
  );
}

export const KIND_TEXT = {
  service: "service",
  product: "product",
  package: "package",
  membership: "membership",
  gift_card: "giftCard",
  fee: "fee",
  discount: "discount",
} as const;
