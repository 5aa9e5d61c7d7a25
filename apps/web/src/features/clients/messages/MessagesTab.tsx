import { clientsTexts } from "@daybook/i18n/clients";
import type { Client, DataOf } from "@daybook/sdk";
import { useInfiniteQuery } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { pagedQuery } from "../../../base/pagedQuery.ts";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import { PagedList } from "../../../ui/PagedList.tsx";
import classes from "../clients/ClientPage.module.css";
import own from "./Messages.module.css";

type Message = DataOf<"get", "/businesses/{business}/clients/{client}/messages">["items"][number];

const PAGE_SIZE = 50;

/** Lists the e-mails and text messages sent to a client in the last 30 days, newest first, with their status. */
export function MessagesTab({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { id: business } = useBusiness();
  const list = useInfiniteQuery(
    pagedQuery([business, "clients", "messages", client.id], (page) =>
      api.clients.listMessages({
        path: { business, client: client.id },
        query: { limit: PAGE_SIZE, ...page },
      }),
    ),
  );
  return (
    <PagedList
      pages={list}
      skeletonHeight={160}
      empty={<EmptyNote title={t("noMessages")} hint={t("noMessagesHint")} />}
    >
      {(messages) => (
        <ul className={`${classes.rows} numbers`} aria-label={t("messages")}>
          {messages.map((message) => (
            <Row key={message.id} message={message} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Row({ message: { channel, kind, status, subject, at } }: { readonly message: Message }) {
  const t = useText(clientsTexts);
  const { record } = useBusiness();
  const when = useInstantText(record.time_zone);
  return (
    <li>
      <span className={own.when}>{when(at)}</span>
      <span className={own.what}>
        <b>{t(`message-${kind}`)}</b>
        {subject !== "" && (
          <>
            <br />
            <span className={classes.soft}>{subject}</span>
          </>
        )}
      </span>
      <span className={own.status} data-bad={status === "failed" || undefined}>
        {t(channel === "sms" ? "channelSms" : "channelEmail")} · {t(`message-${status}`)}
      </span>
    </li>
  );
}
