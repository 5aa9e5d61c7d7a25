import { salesTexts } from "@daybook/i18n/sales";
import { Skeleton, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Navigate, useNavigate } from "@tanstack/react-router";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { useChosenLocation } from "../../../base/locations.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";
import { FeeCard } from "./FeeCard.tsx";
import { appointmentQuery, clientQuery, saleQuery, salesOfAppointmentQuery } from "./queries.ts";
import classes from "./Sales.module.css";
import { TicketForm } from "./TicketForm.tsx";

/**
 * Checks out the appointment in the URL or a walk-in, charges the fee of a missed or cancelled appointment, or edits an open sale. If the
 * appointment already has a sale, redirects to the sale.
 */
export default function CheckoutPage() {
  const t = useText(salesTexts);
  const [search] = useScreenSearch();
  const { location } = useChosenLocation();
  const { id: business } = useBusiness();
  const navigate = useNavigate();
  const openSale = (id: string) => void navigate({ to: `/${business}/sales/${id}` as never });
  const title =
    search.sale !== undefined ? "editSale" : search.appointment === undefined ? "newSale" : "checkout";
  return (
    <div className={classes.page}>
      <title>{`${t("checkout")} · Daybook`}</title>
      <h1>{t(title)}</h1>
      {search.sale !== undefined ? (
        <OfSale key={search.sale} id={search.sale} onSaved={openSale} />
      ) : search.appointment !== undefined ? (
        <OfAppointment key={search.appointment} id={search.appointment} onOpened={openSale} />
      ) : (
        location !== undefined && (
          <TicketForm
            key={location.id}
            appointment={undefined}
            clientName=""
            locationId={location.id}
            onOpened={({ id }) => openSale(id)}
          />
        )
      )}
    </div>
  );
}

function OfAppointment({ id, onOpened }: { readonly id: string; readonly onOpened: (id: string) => void }) {
  const t = useText(salesTexts);
  const { id: business } = useBusiness();
  const appointment = useQuery(appointmentQuery(business, id));
  const sales = useQuery(salesOfAppointmentQuery(business, id));
  const error = appointment.error ?? sales.error;
  const showsSkeleton = useDelayed(appointment.isPending || sales.isPending, 300);
  if (error !== null)
    return (
      <ProblemNote error={error} onRetry={() => void Promise.all([appointment.refetch(), sales.refetch()])} />
    );
  if (appointment.data === undefined || sales.data === undefined)
    return showsSkeleton ? <Skeleton h={320} /> : null;
  const { status, client, location_id } = appointment.data;
  const { sale, fee } = sales.data;
  if (sale !== undefined) return <Navigate to={`/${business}/sales/${sale.id}` as never} replace />;
  if (status === "no_show" || status === "cancelled")
    return <FeeCard appointment={appointment.data} fee={fee} onCharged={onOpened} />;
  if (status === "declined") return <Text>{t("nothingToSell")}</Text>;
  const name = [client?.first_name, client?.last_name].filter(Boolean).join(" ");
  return (
    <TicketForm
      appointment={appointment.data}
      clientName={name === "" ? t("unknownClient") : name}
      locationId={location_id}
      onOpened={(opened) => onOpened(opened.id)}
    />
  );
}

/** Edits an open sale without payments. For any other sale, redirects to the sale's page. */
function OfSale({ id, onSaved }: { readonly id: string; readonly onSaved: (id: string) => void }) {
  const t = useText(salesTexts);
  const { id: business } = useBusiness();
  const sale = useQuery(saleQuery(business, id));
  const appointmentId = sale.data?.appointment_id ?? "";
  const clientId = sale.data?.client_id ?? "";
  const appointment = useQuery({
    ...appointmentQuery(business, appointmentId),
    enabled: appointmentId !== "",
  });
  const client = useQuery({ ...clientQuery(business, clientId), enabled: clientId !== "" });
  const error = sale.error ?? appointment.error ?? client.error;
  const isLoading =
    sale.isPending ||
    (appointmentId !== "" && appointment.isPending) ||
    (clientId !== "" && client.isPending);
  const showsSkeleton = useDelayed(isLoading, 300);
  if (error !== null) return <ProblemNote error={error} onRetry={() => void sale.refetch()} />;
  if (isLoading || sale.data === undefined) return showsSkeleton ? <Skeleton h={320} /> : null;
  if (sale.data.status !== "open" || sale.data.payment_ids.length > 0)
    return <Navigate to={`/${business}/sales/${id}` as never} replace />;
  const name = [client.data?.first_name, client.data?.last_name].filter(Boolean).join(" ");
  return (
    <TicketForm
      appointment={appointment.data}
      clientName={name === "" ? t("unknownClient") : name}
      locationId={sale.data.location_id}
      sale={sale.data}
      onOpened={(saved) => onSaved(saved.id)}
    />
  );
}
