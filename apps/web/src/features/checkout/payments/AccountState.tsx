import { paymentsTexts } from "@daybook/i18n/payments";
import type { DataOf } from "@daybook/sdk";
import { Badge, Group, List, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import classes from "./AccountState.module.css";
import { kindsOf } from "./requirements.ts";

type Account = DataOf<"get", "/businesses/{business}/payments/account">;

/** The colour of each status's badge. The badge also shows the status as a text and an icon. */
const COLOURS = {
  not_connected: "gray",
  onboarding: "yellow",
  pending_verification: "yellow",
  restricted: "red",
  active: "green",
  disabled: "red",
} as const satisfies Record<Account["status"], string>;

/** Shows the status of the account with the next step. */
export function AccountState({ account }: { readonly account: Account }) {
  const t = useText(paymentsTexts);
  const { id: business } = useBusiness();
  const [isDisconnecting, setDisconnecting] = useState(false);
  const { status, charges_enabled, payouts_enabled, requirements_due } = account;
  const isConnected = status !== "not_connected";
  const connect = useWrite({
    operation: "connectPaymentAccount",
    changes: [],
    run: async () => {
      const { url } = await api.payments.connectAccount({ path: { business } });
      window.location.assign(url);
      return true;
    },
  });
  const missing = kindsOf(requirements_due);
  return (
    <Stack gap="md" maw={640}>
      <section className={`surface ${classes.account}`} aria-labelledby="payment-account">
        <Group justify="space-between" align="flex-start">
          <div>
            <Text id="payment-account" component="h2" fw={650}>
              {t("stripe")}
            </Text>
            <Text size="sm" c="dimmed">
              {t(`${status}Hint`)}
            </Text>
          </div>
          <Badge color={COLOURS[status]} variant="light" tt="none" size="lg">
            {t(status)}
          </Badge>
        </Group>
        {isConnected && (
          <dl className={classes.facts}>
            <Fact label={t("charges")} isOn={charges_enabled} />
            <Fact label={t("payouts")} isOn={payouts_enabled} />
          </dl>
        )}
        {missing.length > 0 && (
          <div>
            <Text size="sm" fw={600} mb={4}>
              {t("missing")}
            </Text>
            <List size="sm">
              {missing.map((kind) => (
                <List.Item key={kind}>{t(kind)}</List.Item>
              ))}
            </List>
          </div>
        )}
        <ProblemNote error={connect.error} onRetry={() => void connect.send(undefined)} />
        <Group justify="space-between">
          {isConnected ? (
            <ActionButton
              operation="disconnectPaymentAccount"
              variant="subtle"
              color="red"
              onClick={() => setDisconnecting(true)}
            >
              {t("disconnect")}
            </ActionButton>
          ) : (
            <span />
          )}
          {status !== "active" && status !== "disabled" && (
            <ActionButton
              operation="connectPaymentAccount"
              loading={connect.isSending}
              onClick={() => void connect.send(undefined)}
            >
              {t(isConnected ? "continue" : "connect")}
            </ActionButton>
          )}
        </Group>
      </section>
      <Text size="xs" c="dimmed">
        {t("depositHint")}
      </Text>
      <ConfirmDialog
        name="archive"
        operation="disconnectPaymentAccount"
        changes={["settings"]}
        record={isDisconnecting || undefined}
        title={t("disconnectTitle")}
        text={t("disconnectHint")}
        action={t("disconnect")}
        run={() => api.payments.disconnectAccount({ path: { business } })}
        onClose={() => setDisconnecting(false)}
      />
    </Stack>
  );
}

function Fact({ label, isOn }: { readonly label: string; readonly isOn: boolean }) {
  const t = useText(paymentsTexts);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Icon name={isOn ? "check" : "close"} size={16} /> {t(isOn ? "on" : "off")}
      </dd>
    </div>
  );
}
