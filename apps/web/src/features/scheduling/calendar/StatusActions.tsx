import { calendarTexts } from "@daybook/i18n/calendar";
import { shellTexts } from "@daybook/i18n/shell";
import type { Appointment } from "@daybook/sdk";
import { ActionIcon, Button, Checkbox, Group, Menu, Stack, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useBlockedReason } from "../../../ui/useBlockedReason.ts";
import { useWrite } from "../../../ui/useWrite.ts";
import { clientName, MOVE_TEXT, NEXT, STATUS, type Status } from "./status.ts";
import { useUndo } from "./undo.tsx";

interface Transition {
  readonly to: Status;
  readonly reason?: string;
  readonly notify_client?: boolean;
}

/**
 * Shows the most common next status as a button and the other next statuses in a menu. If there is no most common next status, shows the
 * other statuses as buttons.
 */
export function StatusActions({ appointment }: { readonly appointment: Appointment }) {
  const t = useText(calendarTexts);
  const { id: business } = useBusiness();
  const blocked = useBlockedReason("transitionAppointment");
  const [isAsking, setAsking] = useState<"cancelled" | "declined">();
  const write = useWrite({
    operation: "transitionAppointment",
    changes: ["appointments", "sales"],
    run: (body: Transition, { idempotencyKey }) =>
      api.appointments.transition({ path: { business, appointment: appointment.id }, body, idempotencyKey }),
  });
  const offerUndo = useUndo();
  const cancel = async (body: Transition) => {
    const after = await write.send(body);
    if (after === undefined) return;
    setAsking(undefined);
    if (after.status !== "cancelled") return;
    const path = { business, appointment: appointment.id };
    const undo = async () => {
      await api.appointments.transition({ path, body: { to: "booked" }, ifMatch: after.version });
    };
    const client = clientName(appointment) || t("unknownClient");
    // No appointment can return to `requested` (contract §6), so the message says that the undo confirms the appointment.
    offerUndo(t(appointment.status === "requested" ? "cancelledRequest" : "cancelled", { client }), undo);
  };
  const { main, others } = NEXT[appointment.status];
  const go = (to: Status) => {
    if (to === "cancelled" || to === "declined") setAsking(to);
    else void write.send({ to });
  };
  if (main === undefined && others.length === 0) return null;
  return (
    <Stack gap="xs">
      <ProblemNote error={isAsking === undefined ? write.error : undefined} />
      <Group gap="xs" wrap="nowrap">
        {main !== undefined && (
          <ActionButton
            operation="transitionAppointment"
            flex={1}
            loading={write.isSending}
            leftSection={<Icon name={STATUS[main].icon} size={18} />}
            onClick={() => go(main)}
          >
            {t(MOVE_TEXT[main])}
          </ActionButton>
        )}
        {main === undefined &&
          others.map((to) => (
            <ActionButton
              key={to}
              operation="transitionAppointment"
              variant="default"
              flex={1}
              onClick={() => go(to)}
            >
              {t("doUndoComplete")}
            </ActionButton>
          ))}
        {main !== undefined && others.length > 0 && (
          <Menu position="top-end">
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={t("otherStatus")}>
                <Icon name="more" />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {others.map((to) => (
                <Menu.Item
                  key={to}
                  disabled={blocked !== undefined}
                  leftSection={<Icon name={STATUS[to].icon} size={18} />}
                  onClick={() => go(to)}
                >
                  {t(appointment.status === "arrived" && to === "booked" ? "doUndoArrive" : MOVE_TEXT[to])}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {isAsking !== undefined && (
        <CancelDialog
          appointment={appointment}
          to={isAsking}
          error={write.error}
          isSending={write.isSending}
          onSend={(body) => void cancel(body)}
          onClose={() => setAsking(undefined)}
        />
      )}
    </Stack>
  );
}

/** Before cancelling or declining an appointment, asks for the reason and whether to e-mail the client. */
function CancelDialog({
  appointment,
  to,
  error,
  isSending,
  onSend,
  onClose,
}: {
  readonly appointment: Appointment;
  readonly to: "cancelled" | "declined";
  readonly error: unknown;
  readonly isSending: boolean;
  readonly onSend: (body: Transition) => void;
  readonly onClose: () => void;
}) {
  const t = useText(calendarTexts);
  const shell = useText(shellTexts);
  const [reason, setReason] = useState("");
  const [notifies, setNotifies] = useState(true);
  const isCancel = to === "cancelled";
  const send = () =>
    onSend({
      to,
      ...(reason.trim() === "" ? {} : { reason: reason.trim() }),
      ...(isCancel ? { notify_client: notifies } : {}),
    });
  return (
    <Dialog
      name="cancel"
      title={t(isCancel ? "cancelTitle" : "declineTitle")}
      size="sm"
      isOpen
      onClose={onClose}
    >
      <Stack>
        <Text>
          {t("cancelWhat", {
            client: clientName(appointment) || t("unknownClient"),
            services: appointment.items.map(({ service_name }) => service_name).join(", "),
          })}
        </Text>
        <Textarea
          label={t("reason")}
          description={t("reasonHint")}
          autosize
          minRows={2}
          maxLength={2000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
        {isCancel && (
          <Checkbox
            label={t("notifyClient")}
            checked={notifies}
            onChange={(event) => setNotifies(event.currentTarget.checked)}
          />
        )}
        <ProblemNote error={error} onRetry={send} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {shell("close")}
          </Button>
          <ActionButton operation="transitionAppointment" color="red" loading={isSending} onClick={send}>
            {t(isCancel ? "doCancel" : "doDecline")}
          </ActionButton>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
