import { zoneNamed } from "@daybook/engine";
import { calendarTexts } from "@daybook/i18n/calendar";
import { clientsTexts } from "@daybook/i18n/clients";
import type { Appointment, Client } from "@daybook/sdk";
import { Stack, Text, Title } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { PagedList } from "../../../ui/PagedList.tsx";
import { STATUS } from "../../scheduling/calendar/status.ts";
import { dateAt, wallMinutesAt } from "../../scheduling/calendar/times.ts";
import classes from "./ClientPage.module.css";
import { clientAppointmentsQuery } from "./queries.ts";

/** Lists the client's appointments, upcoming appointments first, each with a button that rebooks the appointment. */
export function AppointmentsTab({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const now = useNow();
  const list = useInfiniteQuery(clientAppointmentsQuery(business, client.id));
  const isUpcoming = ({ ends_at }: Appointment) => Date.parse(ends_at) > now();
  const groupsOf = (all: readonly Appointment[]) =>
    [
      { title: t("upcoming"), appointments: all.filter(isUpcoming).reverse() },
      { title: t("past"), appointments: all.filter((appointment) => !isUpcoming(appointment)) },
    ].filter(({ appointments }) => appointments.length > 0);
  return (
    <PagedList
      pages={list}
      empty={
        <Text ta="center" fw={600} className={classes.empty}>
          {t("noAppointments")}
        </Text>
      }
    >
      {(all) => (
        <Stack gap="lg">
          {groupsOf(all).map(({ title, appointments }) => (
            <section key={title}>
              <Title order={2} size="md" mb="xs">
                {title}
              </Title>
              <ul className={`${classes.rows} numbers`}>
                {appointments.map((appointment) => (
                  <Row key={appointment.id} appointment={appointment} />
                ))}
              </ul>
            </section>
          ))}
        </Stack>
      )}
    </PagedList>
  );
}

function Row({ appointment }: { readonly appointment: Appointment }) {
  const t = useText(clientsTexts);
  const states = useText(calendarTexts);
  const formats = useFormats();
  const navigate = useNavigate();
  const { id: business } = useBusiness();
  const { id, client_id, location_id, status, total } = appointment;
  const zone = zoneNamed(appointment.time_zone);
  const at = Date.parse(appointment.starts_at);
  const date = dateAt(zone, at);
  const services = appointment.items.map(({ service_name }) => service_name).join(", ");
  const to = `/${business}/calendar` as never;
  return (
    <li>
      <span className={classes.when}>
        <Link to={to} search={{ date, location: location_id, open: id } as never}>
          {formats.shortDate(date)}
        </Link>{" "}
        {formats.time(wallMinutesAt(zone, at))}
      </span>
      <span className={classes.what}>{services}</span>
      <span className={classes.status}>
        <Icon name={STATUS[status].icon} size={16} />
        {states(STATUS[status].text)}
      </span>
      <span className={classes.amount}>{formats.money(total)}</span>
      <ActionButton
        operation="bookAppointment"
        size="compact-sm"
        variant="default"
        aria-label={t("rebookLabel", { services, date: formats.shortDate(date) })}
        onClick={() =>
          void navigate({
            to,
            search: { new: "now", location: location_id, client: client_id, rebook: id } as never,
          })
        }
      >
        {t("rebook")}
      </ActionButton>
    </li>
  );
}
