import { clientsTexts } from "@daybook/i18n/clients";
import type { Appointment, Client, DataOf } from "@daybook/sdk";
import { Stack, Text } from "@mantine/core";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import { allOf } from "../../../base/queries.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import classes from "../clients/ClientPage.module.css";
import { dateIn, useShortDate } from "../clients/localDates.ts";
import { clientAppointmentsQuery } from "../clients/queries.ts";
import { FormAnswers } from "./FormAnswers.tsx";
import { type FormsLink, FormsLinkDialog } from "./FormsLinkDialog.tsx";

export type Form = DataOf<"get", "/businesses/{business}/clients/{client}/forms">["items"][number];

/** The due forms, with a link to sign them on site, and the signed forms with their answers. */
export function FormsTab({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const [link, setLink] = useState<FormsLink>();
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
  const appointments = useInfiniteQuery(clientAppointmentsQuery(business, client.id));
  const due = (appointments.data?.pages.flatMap(({ items }) => items) ?? []).filter(
    ({ forms_pending: pending, status, ends_at }) =>
      pending > 0 &&
      (status === "booked" || status === "arrived" || status === "requested") &&
      Date.parse(ends_at) > Date.now(),
  );
  if (data === undefined) return <ProblemNote error={error} onRetry={() => void refetch()} />;
  return (
    <Stack gap="lg">
      {due.length > 0 && (
        <ul className={classes.rows}>
          {due.map((appointment) => (
            <Due key={appointment.id} appointment={appointment} onLink={setLink} />
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
      {link !== undefined && <FormsLinkDialog link={link} onClose={() => setLink(undefined)} />}
    </Stack>
  );
}

function Due({
  appointment,
  onLink,
}: {
  readonly appointment: Appointment;
  readonly onLink: (link: FormsLink) => void;
}) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const write = useWrite({
    operation: "createFormsLink",
    changes: ["forms"],
    run: (id: string) => api.appointments.createFormsLink({ path: { business, appointment: id } }),
  });
  const create = async () => {
    const link = await write.send(appointment.id);
    if (link !== undefined) onLink(link);
  };
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
      <ProblemNote error={write.error} onRetry={() => void create()} />
      <ActionButton operation="createFormsLink" loading={write.isSending} onClick={() => void create()}>
        {t("formFill")}
      </ActionButton>
    </li>
  );
}

function FormRow({ form }: { readonly form: Form }) {
  const t = useText(clientsTexts);
  const shortDate = useShortDate();
  const { name, signer_name: signer, completed_at: completedAt } = form;
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
        </span>
        {completedAt !== null && <FormAnswers form={form} />}
      </span>
    </li>
  );
}
