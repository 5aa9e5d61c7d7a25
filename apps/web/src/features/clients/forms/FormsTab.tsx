import { clientsTexts } from "@daybook/i18n/clients";
import type { Appointment, Client, DataOf } from "@daybook/sdk";
import { Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useNow } from "../../../base/businessTime.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { allOf } from "../../../base/queries.ts";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import classes from "../clients/ClientPage.module.css";
import { dateIn, useShortDate } from "../clients/localDates.ts";
import { clientAppointmentsQuery } from "../clients/queries.ts";
import { FormAnswers } from "./FormAnswers.tsx";
import { FormsActions } from "./FormsActions.tsx";

export type Form = DataOf<"get", "/businesses/{business}/clients/{client}/forms">["items"][number];

/** Lists the appointments with due forms, and the pending and signed forms of the client. Signed forms include the answers. */
export function FormsTab({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const { data, error, refetch } = useQuery({
    queryKey: [business, "forms", client.id],
    queryFn: () =>
      allOf(
        api.each("/businesses/{business}/clients/{client}/forms", {
          path: { business, client: client.id },
          query: { status: ["pending", "completed"], limit: 100 },
        }),
      ),
  });
  const now = useNow();
  const appointments = useInfiniteQuery(clientAppointmentsQuery(business, client.id));
  const due = (appointments.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ forms_pending: pending, status, ends_at }) =>
      pending > 0 &&
      (status === "booked" || status === "arrived" || status === "requested") &&
      Date.parse(ends_at) > now(),
  );
  if (data === undefined) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="lg">
      {due.length > 0 && (
        <ul className={classes.rows}>
          {due.map((appointment) => (
            <Due key={appointment.id} appointment={appointment} />
          ))}
        </ul>
      )}
      {data.length > 0 && (
        <ul className={classes.rows} aria-label={t("forms")}>
          {data.map((form) => (
            <FormRow key={form.id} form={form} />
          ))}
        </ul>
      )}
      {data.length === 0 && due.length === 0 && (
        <Stack align="center" gap="xs" className={classes.empty}>
          <Text fw={600}>{t("noForms")}</Text>
          <Text c="dimmed" ta="center" maw={480}>
            {t("noFormsHint")}
          </Text>
        </Stack>
      )}
    </Stack>
  );
}

function Due({ appointment }: { readonly appointment: Appointment }) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  return (
    <li>
      <Icon name="form" />
      <span className={classes.what}>
        <b>{t("formDue", { count: appointment.forms_pending })}</b>
        <br />
        <span className={classes.soft}>
          {formats.day(dateIn(appointment.time_zone, appointment.starts_at))}:{" "}
          {appointment.items.map(({ service_name }) => service_name).join(", ")}
        </span>
      </span>
      <FormsActions appointment={appointment.id} />
    </li>
  );
}

function FormRow({ form }: { readonly form: Form }) {
  const t = useText(clientsTexts);
  const shortDate = useShortDate();
  const { name, signer_name: signer, completed_at: completedAt, sent_at: sentAt, opened_at: openedAt } = form;
  const progress = [
    ...(sentAt === null ? [] : [t("formSentOn", { date: shortDate(sentAt) })]),
    ...(openedAt === null ? [] : [t("formOpenedOn", { date: shortDate(openedAt) })]),
  ];
  const date = completedAt === null ? "" : shortDate(completedAt);
  return (
    <li data-form={form.status}>
      <Icon name={completedAt === null ? "clock" : "check"} />
      <span className={classes.what}>
        <b>{name}</b>
        <br />
        <span className={classes.soft}>
          {completedAt === null
            ? t("formPending")
            : signer === null
              ? t("formSigned", { date })
              : t("formSignedBy", { name: signer, date })}
          {progress.length > 0 && ` · ${progress.join(" · ")}`}
        </span>
        {completedAt !== null && <FormAnswers form={form} />}
      </span>
    </li>
  );
}
