import { calendarTexts } from "@daybook/i18n/calendar";
import { clientsTexts } from "@daybook/i18n/clients";
import type { Client, DataOf } from "@daybook/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { api } from "../../../base/api.ts";
import { useBusiness, useMay } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { pagedQuery } from "../../../base/pagedQuery.ts";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { PagedList } from "../../../ui/PagedList.tsx";
import { useFieldName } from "../../business/audit-log/useFieldName.ts";
import classes from "./ClientPage.module.css";

type Change = DataOf<"get", "/businesses/{business}/clients/{client}/history">["items"][number];

const PAGE_SIZE = 50;

/**
 * Lists the changes of the client's file, newest first, each with the actor and the changed fields. Owners get a link to the values in the
 * audit log.
 */
export function HistoryTab({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const mayReadLog = useMay("listAuditEntries");
  const list = useInfiniteQuery(
    pagedQuery([business, "clients", "history", client.id], (page) =>
      api.clients.listHistory({
        path: { business, client: client.id },
        query: { limit: PAGE_SIZE, ...page },
      }),
    ),
  );
  return (
    <PagedList pages={list} empty={<EmptyNote title={t("noChanges")} hint={t("noChangesHint")} />}>
      {(changes) => (
        <>
          <ul className={classes.rows} aria-label={t("changes")}>
            {changes.map((change) => (
              <Row key={change.id} change={change} />
            ))}
          </ul>
          {mayReadLog && (
            <Link
              to={`/${business}/settings/audit-log` as never}
              search={{ entity: "client", record: client.id } as never}
            >
              {t("changesInLog")}
            </Link>
          )}
        </>
      )}
    </PagedList>
  );
}

function Row({ change: { at, who, action, changed } }: { readonly change: Change }) {
  const t = useText(calendarTexts);
  const { record } = useBusiness();
  const when = useInstantText(record.time_zone);
  const fieldName = useFieldName();
  return (
    <li>
      <span className={`${classes.when} numbers`}>{when(at)}</span>
      <span className={classes.what}>
        {action === "changed" && t("historyChanged", { fields: changed.map(fieldName).join(", ") })}
        {action === "created" && t("historyCreated")}
        {action === "deleted" && t("historyDeleted")}
      </span>
      <span className={classes.soft}>
        {who.label ?? t(who.kind === "public" ? "historyClient" : "historySystem")}
      </span>
    </li>
  );
}
