import { zoneNamed } from "@daybook/engine";
import { shellTexts } from "@daybook/i18n/shell";
import { teamTexts } from "@daybook/i18n/team";
import type { Appointment, OperationName } from "@daybook/sdk";
import { Button, Stack, Text } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { localDate, useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";

/**
 * Lists the appointments that new working hours or new time off would affect, each with a link that opens the calendar in a new tab. The
 * user chooses between saving and editing.
 */
export function AffectedList({
  appointments,
  operation,
  write,
  onSave,
  onClose,
}: {
  readonly appointments: readonly Appointment[];
  readonly operation: OperationName;
  readonly write: { readonly isSending: boolean; readonly error: unknown };
  readonly onSave: () => void;
  readonly onClose: () => void;
}) {
  const t = useText(teamTexts);
  const shell = useText(shellTexts);
  return (
    <Stack>
      <Text size="sm">{t("affectedHint")}</Text>
      <ul style={{ margin: 0, paddingLeft: 20, maxHeight: 320, overflow: "auto" }}>
        {appointments.map((appointment) => (
          <Affected key={appointment.id} appointment={appointment} />
        ))}
      </ul>
      <ProblemNote error={write.error} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {shell("keepEditing")}
        </Button>
        <ActionButton operation={operation} loading={write.isSending} onClick={onSave}>
          {t("saveAnyway")}
        </ActionButton>
      </DialogActions>
    </Stack>
  );
}

function Affected({ appointment }: { readonly appointment: Appointment }) {
  const { id: business, record } = useBusiness();
  const zone = appointment.time_zone ?? record.time_zone;
  const when = useInstantText(zone)(appointment.starts_at);
  const { client, items } = appointment;
  const who = [client?.first_name, client?.last_name].filter(Boolean).join(" ");
  const date = localDate(zoneNamed(zone), Date.parse(appointment.starts_at));
  return (
    <li className="numbers">
      <Link
        to={`/${business}/calendar` as never}
        search={{ date, view: "day", open: appointment.id } as never}
        target="_blank"
      >
        {when}
      </Link>{" "}
      {who} · {items.map(({ service_name }) => service_name).join(", ")}
    </li>
  );
}
