import { closingsTexts } from "@daybook/i18n/closings";
import type { ItemOf, Money } from "@daybook/sdk";
import { Badge, Text, UnstyledButton } from "@mantine/core";
import { useInstantText } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import table from "../../../ui/Table.module.css";

type Closing = ItemOf<"/businesses/{business}/day-closings">;

/** Shows a day closing with its difference. When expanded, also shows each payment method. */
export function ClosingRow({
  closing,
  isOpen,
  onToggle,
}: {
  readonly closing: Closing;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}) {
  const t = useText(closingsTexts);
  const text = useInstantText(closing.time_zone);
  return (
    <li>
      <UnstyledButton className={list.row} w="100%" aria-expanded={isOpen} onClick={onToggle}>
        <span className={list.text}>
          <span className={`${list.name} numbers`}>{text(closing.closed_at)}</span>
          <span className={list.about}>
            {closing.from === null ? t("sinceStart") : t("since", { when: text(closing.from) })}
          </span>
        </span>
        <DifferenceBadge closing={closing} />
        <Icon name={isOpen ? "down" : "right"} size={18} />
      </UnstyledButton>
      {isOpen && <Methods closing={closing} />}
    </li>
  );
}

function DifferenceBadge({ closing: { methods } }: { readonly closing: Closing }) {
  const t = useText(closingsTexts);
  const formats = useFormats();
  const differences = methods.flatMap(({ difference }) => (difference === null ? [] : [difference]));
  const [first] = differences;
  if (first === undefined)
    return (
      <Badge variant="default" tt="none">
        {methods.length === 0 ? t("noPayments") : t("notCounted")}
      </Badge>
    );
  const amount = differences.reduce((sum, each) => sum + each.amount, 0);
  const isCorrect = differences.every((each) => each.amount === 0);
  return (
    <Badge variant="light" color={isCorrect ? "accent" : "red"} tt="none">
      {isCorrect ? t("correct") : t("difference", { amount: formats.money({ ...first, amount }) })}
    </Badge>
  );
}

function Methods({ closing: { methods, note } }: { readonly closing: Closing }) {
  const t = useText(closingsTexts);
  const formats = useFormats();
  const money = (amount: Money | null) => (amount === null ? "–" : formats.money(amount));
  return (
    <div className={table.scroll}>
      {note !== null && (
        <Text size="sm" px="md" pb="xs" style={{ whiteSpace: "pre-line" }}>
          {note}
        </Text>
      )}
      {methods.length > 0 && (
        <table className={table.table}>
          <thead>
            <tr>
              <th scope="col">{t("method")}</th>
              {(["taken", "refunded", "expected", "counted", "differenceShort"] as const).map((key) => (
                <th key={key} scope="col" className={table.number}>
                  {t(key)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {methods.map(({ method, taken, refunded, expected, counted, difference }) => (
              <tr key={method}>
                <th scope="row">{t(method)}</th>
                <td className={table.number}>{money(taken)}</td>
                <td className={table.number}>{money(refunded)}</td>
                <td className={table.number}>{money(expected)}</td>
                <td className={table.number}>{money(counted)}</td>
                <td className={table.number}>{money(difference)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
