import { depositsTexts } from "@daybook/i18n/deposits";
import type { Appointment } from "@daybook/sdk";
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { type Deposit, depositsOfQuery } from "./queries.ts";
import { SettleDialog } from "./SettleDialog.tsx";
import { TakeDialog } from "./TakeDialog.tsx";
import { useDepositText } from "./useDepositText.ts";

/** Shows the deposits of an appointment, with buttons to take and settle a deposit. */
export function DepositNote({
  appointment,
  canTake,
}: {
  readonly appointment: Appointment;
  /** Whether to show the button that takes a deposit: true if the appointment is requested, booked or arrived. */
  readonly canTake: boolean;
}) {
  const t = useText(depositsTexts);
  const textOf = useDepositText();
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { data } = useQuery(depositsOfQuery(business, appointment.id));
  const [isTaking, setTaking] = useState(false);
  const [settling, setSettling] = useState<Deposit>();
  if (data === undefined) return null;
  const deposits = data.filter(({ status }) => status !== "failed");
  const isNeeded = deposits.every(({ status, balance }) => status === "settled" && balance.amount === 0);
  return (
    <Stack gap="xs">
      {deposits.map((deposit) => (
        <Group key={deposit.id} gap="xs" wrap="nowrap">
          <Icon name="money" />
          <div style={{ flex: 1 }}>
            <Text size="sm" fw={550} className="numbers">
              {`${t("deposit")} ${formats.money(deposit.amount)} · ${t(deposit.method)}`}
            </Text>
            <Text size="sm" c="dimmed" className="numbers">
              {textOf(deposit)}
            </Text>
          </div>
          {deposit.status === "to_settle" && (
            <ActionButton
              operation="settleDeposit"
              variant="default"
              size="compact-sm"
              onClick={() => setSettling(deposit)}
            >
              {t("settle")}
            </ActionButton>
          )}
        </Group>
      ))}
      {canTake && isNeeded && (
        <ActionButton operation="createDeposit" variant="default" onClick={() => setTaking(true)}>
          {t("take")}
        </ActionButton>
      )}
      {isTaking && <TakeDialog appointment={appointment} onClose={() => setTaking(false)} />}
      {settling !== undefined && <SettleDialog deposit={settling} onClose={() => setSettling(undefined)} />}
    </Stack>
  );
}
