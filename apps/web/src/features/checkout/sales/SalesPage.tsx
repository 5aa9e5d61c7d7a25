import { salesTexts } from "@daybook/i18n/sales";
import { Badge, Select, Stack, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { localTimeOf } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { useChosenLocation } from "../../../base/locations.ts";
import { pagedQuery } from "../../../base/pagedQuery.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { DateField } from "../../../ui/DateField.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import { PagedList } from "../../../ui/PagedList.tsx";
import type { ListedSale } from "./queries.ts";
import classes from "./Sales.module.css";
import { STATUS_TEXT, STATUSES } from "./status.ts";

const PAGE = 50;
const ALL = "all";

/** Lists the location's sales, newest first, filtered by the dates and status in the URL. */
export default function SalesPage() {
  const t = useText(salesTexts);
  const [search, change] = useScreenSearch();
  const { id: business } = useBusiness();
  const { location } = useChosenLocation();
  const navigate = useNavigate();
  const { from, to } = search;
  const status = STATUSES.find((each) => each === search.status);
  const list = useInfiniteQuery({
    ...pagedQuery([business, "sales", "list", location?.id, from, to, status], (page) =>
      api.sales.list({
        path: { business },
        query: {
          limit: PAGE,
          include: ["client"],
          ...(location === undefined ? {} : { location_id: location.id }),
          ...(from === undefined ? {} : { from }),
          ...(to === undefined ? {} : { to }),
          ...(status === undefined ? {} : { status: [status] }),
          ...page,
        },
      }),
    ),
    enabled: location !== undefined,
    placeholderData: (previous) => previous,
  });
  const startSale = () => void navigate({ to: `/${business}/checkout` as never });
  return (
    <div className={classes.page}>
      <title>{`${t("sales")} · Daybook`}</title>
      <div className={`${classes.heading} ${classes.listHeading}`}>
        <h1>{t("sales")}</h1>
        <ActionButton
          operation="listDeposits"
          variant="default"
          onClick={() => void navigate({ to: `/${business}/deposits` as never })}
        >
          {t("deposits")}
        </ActionButton>
        <ActionButton
          operation="listDayClosings"
          variant="default"
          onClick={() => void navigate({ to: `/${business}/day-closings` as never })}
        >
          {t("dayClosing")}
        </ActionButton>
        <ActionButton
          operation="createSale"
          className={classes.start ?? ""}
          leftSection={<Icon name="plus" size={18} />}
          onClick={startSale}
        >
          {t("newSale")}
        </ActionButton>
      </div>
      <div className={classes.filters}>
        <DateField
          label={t("from")}
          value={from}
          onChange={(date) => change({ from: date }, { replace: true })}
        />
        <DateField label={t("to")} value={to} onChange={(date) => change({ to: date }, { replace: true })} />
        <Select
          label={t("status")}
          data={[
            { value: ALL, label: t("anyStatus") },
            ...STATUSES.map((each) => ({ value: each, label: t(STATUS_TEXT[each]) })),
          ]}
          value={status ?? ALL}
          onChange={(value) =>
            change({ status: value === null || value === ALL ? undefined : value }, { replace: true })
          }
        />
      </div>
      <PagedList
        pages={list}
        skeletonHeight={320}
        empty={
          <Stack align="center" py={64} gap="xs">
            <Text fw={600}>{t("noSales")}</Text>
            <Text c="dimmed">{t("noSalesHint")}</Text>
          </Stack>
        }
      >
        {(sales) => (
          <div className="surface">
            <table className={classes.table}>
              <thead>
                <tr>
                  <th scope="col" className={classes.wide}>
                    {t("date")}
                  </th>
                  <th scope="col" className={classes.wide}>
                    {t("client")}
                  </th>
                  <th scope="col">{t("sold")}</th>
                  <th scope="col" className={classes.wide}>
                    {t("status")}
                  </th>
                  <th scope="col" className={classes.amount}>
                    {t("total")}
                  </th>
                </tr>
              </thead>
              <tbody>
                {sales.map((sale) => (
                  <Row key={sale.id} sale={sale} timeZone={location?.time_zone ?? "UTC"} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedList>
    </div>
  );
}

function Row({ sale, timeZone }: { readonly sale: ListedSale; readonly timeZone: string }) {
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { date, minutes } = localTimeOf(timeZone, sale.completed_at ?? sale.created_at);
  const clientName = [sale.client?.first_name, sale.client?.last_name].filter(Boolean).join(" ");
  const when = `${formats.day(date)}, ${formats.time(minutes)}`;
  const path = `/${business}/sales/${sale.id}` as never;
  const sold = sale.lines.filter(({ kind }) => kind !== "discount").map(({ description }) => description);
  return (
    <tr>
      <td className={classes.wide}>
        <Link to={path}>{when}</Link>
      </td>
      <td className={classes.wide}>{clientName}</td>
      <td className={classes.sold}>
        <Link to={path} className={classes.narrow}>
          {clientName || when}
        </Link>
        {sold.join(", ")}
        <span className={`${classes.narrow} ${classes.when}`}>
          {clientName !== "" && <span>{when}</span>}
          {sale.status !== "completed" && <Status status={sale.status} />}
        </span>
      </td>
      <td className={classes.wide}>
        <Status status={sale.status} />
      </td>
      <td className={classes.amount}>{formats.money(sale.total)}</td>
    </tr>
  );
}

/** Shows the status of a sale. Completed sales have no badge, so that sales with other statuses stand out. */
function Status({ status }: { readonly status: ListedSale["status"] }) {
  const t = useText(salesTexts);
  const text = t(STATUS_TEXT[status]);
  if (status === "completed") return <span className={classes.soft}>{text}</span>;
  return (
    <Badge className={classes.status} variant={status === "open" ? "light" : "default"}>
      {text}
    </Badge>
  );
}
