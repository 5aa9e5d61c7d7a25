import { zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import type { Appointment, Block } from "@daybook/sdk";
import { Alert, Anchor, Badge, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { usePhoneText } from "../../../base/usePhoneText.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { AfterPaint } from "../../../ui/AfterPaint.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { SidePanel } from "../../../ui/SidePanel.tsx";
import { DepositNote } from "../../checkout/payments/DepositNote.tsx";
import { FormsActions } from "../../clients/forms/FormsActions.tsx";
import { AppointmentHistory } from "./AppointmentHistory.tsx";
import classes from "./AppointmentPanel.module.css";
import { BlockPanel } from "./BlockPanel.tsx";
import { ClientPreview } from "./ClientPreview.tsx";
import { ItemsForm } from "./ItemsForm.tsx";
import { NoteField } from "./NoteField.tsx";
import { appointmentQuery } from "./queries.ts";
import { StatusActions } from "./StatusActions.tsx";
import { clientName, STATUS } from "./status.ts";
import { dateAt, wallMinutesAt } from "./times.ts";
import type { Calendar } from "./useCalendar.ts";

/** Shows the panel of the appointment or block with this id. */
export default function AppointmentPanel({
  id,
  calendar,
}: {
  readonly id: string;
  readonly calendar: Calendar;
}) {
  const { id: business } = useBusiness();
  const block = useBlock(calendar, id);
  const known = calendar.appointments?.find((appointment) => appointment.id === id);
  const { data, error, refetch } = useQuery({
    ...appointmentQuery(business, id),
    enabled: known === undefined && block === undefined && !calendar.isLoading,
  });
  const t = useText(calendarTexts);
  const close = () => calendar.change({ open: undefined });
  const appointment = known ?? data;
  if (block !== undefined) return <BlockPanel block={block} calendar={calendar} onClose={close} />;
  if (appointment === undefined)
    return (
      <SidePanel title={t("appointment")} onClose={close}>
        <ProblemNote error={error} onRetry={() => void refetch()} />
      </SidePanel>
    );
  return <Content appointment={appointment} calendar={calendar} onClose={close} />;
}

function useBlock(calendar: Calendar, id: string): Block | undefined {
  for (const { entries } of calendar.columns)
    for (const { source } of entries)
      if (source.kind === "block" && source.block.id === id) return source.block;
  return undefined;
}

function Content({
  appointment,
  calendar,
  onClose,
}: {
  readonly appointment: Appointment;
  readonly calendar: Calendar;
  readonly onClose: () => void;
}) {
  const t = useText(calendarTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const navigate = useNavigate();
  const phoneText = usePhoneText();
  const { client, items, status } = appointment;
  const zone = zoneNamed(appointment.time_zone);
  const time = (text: string) => formats.time(wallMinutesAt(zone, Date.parse(text)));
  const [isEditing, setEditing] = useState(false);
  const isMissed = status === "no_show" || status === "cancelled";
  const canMove = status === "requested" || status === "booked" || status === "arrived";
  return (
    <SidePanel
      title={clientName(appointment) || t("unknownClient")}
      onClose={onClose}
      footer={<StatusActions appointment={appointment} />}
    >
      <Stack>
        {client?.alert && (
          <Alert color="red" variant="light" icon={<Icon name="alert" />}>
            {client.alert}
          </Alert>
        )}
        <Group justify="space-between">
          <Badge
            variant="default"
            size="lg"
            radius="sm"
            leftSection={<Icon name={STATUS[status].icon} size={14} />}
            tt="none"
          >
            {t(STATUS[status].text)}
          </Badge>
          {appointment.first_visit === true && (
            <Badge
              variant="light"
              size="lg"
              radius="sm"
              leftSection={<Icon name="newClient" size={14} />}
              tt="none"
            >
              {t("firstVisit")}
            </Badge>
          )}
          {client?.phone_e164 && (
            <Anchor href={`tel:${client.phone_e164}`} className="numbers">
              {phoneText(client.phone_e164)}
            </Anchor>
          )}
        </Group>
        <div>
          <Text fw={600}>{formats.longDay(dateAt(zone, Date.parse(appointment.starts_at)))}</Text>
          <Text className="numbers">
            {time(appointment.starts_at)}–{time(appointment.ends_at)}
          </Text>
        </div>
        {isEditing ? (
          <ItemsForm appointment={appointment} calendar={calendar} onDone={() => setEditing(false)} />
        ) : (
          <ul className={`${classes.items} numbers`}>
            {items.map((item) => (
              <li key={item.id}>
                <span>{time(item.starts_at)}</span>
                <span className={classes.what}>
                  <b>{item.service_name}</b>
                  <span>
                    {calendar.nameOf(item.staff_id)} · {t("minutes", { count: item.duration_minutes })}
                  </span>
                </span>
                <span>{formats.money(item.price)}</span>
              </li>
            ))}
            <li>
              <b className={classes.what}>{t("total")}</b>
              <b>{formats.money(appointment.total)}</b>
            </li>
          </ul>
        )}
        {appointment.client_confirmed_at != null && canMove && (
          <Group gap="xs" wrap="nowrap">
            <Icon name="check" />
            <Text size="sm">{t("clientConfirmed")}</Text>
          </Group>
        )}
        {appointment.forms_pending > 0 && (
          <Stack gap="xs">
            <Group gap="xs" wrap="nowrap">
              <Icon name="form" />
              <Text size="sm">{t("formsPending", { count: appointment.forms_pending })}</Text>
            </Group>
            {canMove && <FormsActions appointment={appointment.id} />}
          </Stack>
        )}
        <AfterPaint>
          <div className={classes.actions}>
            {status !== "requested" && status !== "declined" && (
              <ActionButton
                operation={isMissed ? "chargeFee" : "createSale"}
                variant="default"
                leftSection={<Icon name="money" size={18} />}
                onClick={() =>
                  void navigate({
                    to: `/${business}/checkout` as never,
                    search: { appointment: appointment.id } as never,
                  })
                }
              >
                {t(isMissed ? "doFee" : "doCheckout")}
              </ActionButton>
            )}
            {canMove && (
              <ActionButton
                operation="rescheduleAppointment"
                variant="default"
                leftSection={<Icon name="move" size={18} />}
                onClick={() =>
                  calendar.change({
                    move: appointment.id,
                    open: undefined,
                    ...(calendar.view !== "month" && calendar.view !== "list" ? {} : { view: "day" }),
                  })
                }
              >
                {t("doMove")}
              </ActionButton>
            )}
            {canMove && !isEditing && (
              <ActionButton
                operation="replaceAppointmentItems"
                variant="default"
                leftSection={<Icon name="menu" size={18} />}
                onClick={() => setEditing(true)}
              >
                {t("editItems")}
              </ActionButton>
            )}
            {!canMove && client != null && (
              <ActionButton
                operation="bookAppointment"
                variant="default"
                leftSection={<Icon name="refresh" size={18} />}
                onClick={() =>
                  calendar.change({ new: "now", client: client.id, rebook: appointment.id, open: undefined })
                }
              >
                {t("doRebook")}
              </ActionButton>
            )}
          </div>
          <DepositNote appointment={appointment} canTake={canMove} />
          {client != null && <ClientPreview clientId={client.id} />}
          <NoteField key={appointment.id} appointment={appointment} />
          <AppointmentHistory
            appointmentId={appointment.id}
            version={appointment.updated_at}
            timeZone={appointment.time_zone}
          />
        </AfterPaint>
      </Stack>
    </SidePanel>
  );
}
