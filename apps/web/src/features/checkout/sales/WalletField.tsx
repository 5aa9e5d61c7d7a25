import { salesTexts } from "@daybook/i18n/sales";
import { Select, Stack, TextInput } from "@mantine/core";
import { useState } from "react";
import { useFormats, useText } from "../../../base/language.tsx";
import type { Sale, Wallet } from "./queries.ts";

/** The redeemed entitlement and the maximum amount that it can pay. */
export interface WalletChoice {
  /** A gift card's code or id, or the id of a package or membership. */
  readonly reference: string;
  readonly amountMinor: number | undefined;
}

/** Selects a gift card from the client's wallet or by code, or a unit of a package or membership. */
export function WalletField({
  method,
  sale,
  wallet,
  choice,
  error,
  onChoose,
}: {
  readonly method: "gift_card" | "package" | "membership";
  readonly sale: Sale;
  readonly wallet: Wallet | undefined;
  readonly choice: WalletChoice | undefined;
  readonly error: string | undefined;
  readonly onChoose: (choice: WalletChoice) => void;
}) {
  const t = useText(salesTexts);
  const formats = useFormats();
  const [unit, setUnit] = useState<string | null>(null);
  const [line, setLine] = useState<string | null>(null);
  if (method === "gift_card") {
    const cards = wallet?.gift_cards.filter(({ blocked_at }) => blocked_at === null) ?? [];
    return (
      <Stack gap="xs">
        {cards.length > 0 && (
          <Select
            label={t("giftCardOfClient")}
            data={cards.map(({ id, code_last4, balance }) => ({
              value: id,
              label: `…${code_last4} · ${formats.money(balance)}`,
            }))}
            value={cards.some(({ id }) => id === choice?.reference) ? (choice?.reference ?? null) : null}
            onChange={(id) => {
              const card = cards.find((each) => each.id === id);
              if (card !== undefined) onChoose({ reference: card.id, amountMinor: card.balance.amount });
            }}
          />
        )}
        <TextInput
          label={t("giftCardEnterCode")}
          autoComplete="off"
          maxLength={64}
          value={cards.some(({ id }) => id === choice?.reference) ? "" : (choice?.reference ?? "")}
          error={error}
          onChange={(event) => onChoose({ reference: event.currentTarget.value, amountMinor: undefined })}
        />
      </Stack>
    );
  }
  const held = method === "package" ? wallet?.packages : wallet?.membership_credits;
  const units = (held ?? []).filter(({ blocked_at, remaining }) => blocked_at === null && remaining > 0);
  const chosen = units.find(({ id }) => id === unit);
  const lines = sale.lines.filter(
    ({ kind, quantity, service_id }) =>
      kind === "service" &&
      quantity === 1 &&
      (chosen === undefined ||
        chosen.service_ids.length === 0 ||
        (service_id !== null && chosen.service_ids.includes(service_id))),
  );
  const choose = (unitId: string | null, lineId: string | null) => {
    setUnit(unitId);
    setLine(lineId);
    const paid = lines.find(({ id }) => id === lineId);
    if (unitId !== null && paid !== undefined)
      onChoose({ reference: unitId, amountMinor: paid.total.amount });
  };
  return (
    <Stack gap="xs">
      <Select
        label={t(method === "package" ? "package" : "membership")}
        data={units.map(({ id, name, remaining }) => ({
          value: id,
          label: t("unitsLeft", { name, count: remaining }),
        }))}
        value={unit}
        error={error}
        onChange={(id) => choose(id, line)}
      />
      <Select
        label={t("paysFor")}
        data={lines.map(({ id, description, total }) => ({
          value: id,
          label: `${description} · ${formats.money(total)}`,
        }))}
        value={line}
        disabled={unit === null}
        onChange={(id) => choose(unit, id)}
      />
    </Stack>
  );
}
