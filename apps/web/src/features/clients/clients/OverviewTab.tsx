import { clientsTexts } from "@daybook/i18n/clients";
import type { Client } from "@daybook/sdk";
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useFormats, useText } from "../../../base/language.tsx";
import classes from "./ClientPage.module.css";
import { useShortDate } from "./localDates.ts";
import { OnlineBlock } from "./OnlineBlock.tsx";
import { PatchTest } from "./PatchTest.tsx";

const NOTES_SHOWN = 3;

/** Shows the client's appointment history, first notes, online booking, patch test and custom fields. */
export function OverviewTab({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const { record } = useBusiness();
  const shortDate = useShortDate();
  const date = (at: string | null) => (at === null ? t("none") : shortDate(at));
  const fields = [...record.client_fields].sort((one, other) => one.position - other.position);
  return (
    <div className={classes.cards}>
      <Card title={t("history")}>
        <dl className={`${classes.facts} numbers`}>
          <Fact label={t("nextVisit")}>{date(client.next_visit_at)}</Fact>
          <Fact label={t("lastVisit")}>{date(client.last_visit_at)}</Fact>
          <Fact label={t("firstVisit")}>{date(client.first_visit_at)}</Fact>
          <Fact label={t("visits")}>
            {[
              t("visitCount", { count: client.visit_count }),
              ...(client.no_show_count > 0 ? [t("noShows", { count: client.no_show_count })] : []),
            ].join(", ")}
          </Fact>
          <Fact label={t("clientSince")}>{shortDate(client.created_at)}</Fact>
        </dl>
      </Card>
      <Notes client={client} />
      <Card title={t("onlineBooking")}>
        <Stack gap="md">
          <OnlineBlock client={client} />
          <dl className={classes.facts}>
            <Fact label={t("patchTest")}>
              <PatchTest date={client.patch_test_at} />
            </Fact>
          </dl>
        </Stack>
      </Card>
      {fields.length > 0 && (
        <Card title={t("details")}>
          <dl className={classes.facts}>
            {fields.map(({ id, label, type }) => (
              <Fact key={id} label={label}>
                <Answer value={client.custom_fields[id]} type={type} />
              </Fact>
            ))}
          </dl>
        </Card>
      )}
    </div>
  );
}

/** Shows the first notes of the list, which begins with the pinned notes. Renders nothing if the client has no notes. */
function Notes({ client }: { readonly client: Client }) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  const { id: business } = useBusiness();
  const { data } = useQuery({
    queryKey: [business, "notes", client.id, "overview"],
    queryFn: () =>
      api.clients.listNotes({ path: { business, client: client.id }, query: { limit: NOTES_SHOWN } }),
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Card title={t("notes")}>
      <dl className={`${classes.facts} numbers`}>
        {data.items.map(({ id, noted_on, text }) => (
          <Fact key={id} label={formats.shortDate(noted_on)}>
            <Text inherit lineClamp={4} style={{ overflowWrap: "anywhere", whiteSpace: "pre-line" }}>
              {text}
            </Text>
          </Fact>
        ))}
      </dl>
    </Card>
  );
}

function Answer({ value, type }: { readonly value: string | boolean | undefined; readonly type: string }) {
  const t = useText(clientsTexts);
  const formats = useFormats();
  if (value === undefined) return <span className={classes.soft}>{t("noAnswer")}</span>;
  if (typeof value === "boolean") return t(value ? "yes" : "no");
  return type === "date" ? formats.shortDate(value) : value;
}

function Card({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className={classes.card}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
}
