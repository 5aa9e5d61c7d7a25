import { zoneNamed } from "@daybook/engine";
import { auditTexts } from "@daybook/i18n/audit";
import { Button, Group, Select, Text } from "@mantine/core";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { instantOfLocal } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { pagedQuery } from "../../../base/pagedQuery.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { DateField } from "../../../ui/DateField.tsx";
import { EmptyNote } from "../../../ui/EmptyNote.tsx";
import list from "../../../ui/List.module.css";
import { PagedList } from "../../../ui/PagedList.tsx";
import { SettingsPage } from "../../../ui/SettingsPage.tsx";
import { AuditRow } from "./AuditRow.tsx";

const PAGE = 50;
const ANY = "any";
const ACTORS = { user: "actorUser", key: "actorKey", public: "actorPublic", system: "actorSystem" } as const;
const ACTOR_KINDS = Object.keys(ACTORS) as (keyof typeof ACTORS)[];
/** The types of records whose screens contain a link to the audit log. */
const ENTITIES = ["appointment", "client"] as const;
const DAY_MINUTES = 1440;

/** Shows the audit log, newest first, filtered by the dates, the type of actor and the record in the URL. */
export default function AuditLogPage() {
  const t = useText(auditTexts);
  const { id: business, record } = useBusiness();
  const [search, change] = useScreenSearch();
  const [openId, setOpenId] = useState<string>();
  const { from, to, record: recordId } = search;
  const entity = ENTITIES.find((each) => each === search.entity);
  const actor = ACTOR_KINDS.find((kind) => kind === search.actor);
  const zone = zoneNamed(record.time_zone);
  const instantText = (date: string, minutes: number) => {
    const at = instantOfLocal(zone, date, minutes);
    return at === undefined ? undefined : new Date(at).toISOString();
  };
  const fromAt = from === undefined ? undefined : instantText(from, 0);
  const toAt = to === undefined ? undefined : instantText(to, DAY_MINUTES);
  const filters = {
    ...(fromAt === undefined ? {} : { from: fromAt }),
    ...(toAt === undefined ? {} : { to: toAt }),
    ...(actor === undefined ? {} : { actor_kind: actor }),
    ...(entity === undefined ? {} : { entity }),
    ...(recordId === undefined ? {} : { entity_id: recordId }),
  };
  const pages = useInfiniteQuery({
    ...pagedQuery([business, "settings", "audit-log", fromAt, toAt, actor, entity, recordId], (page) =>
      api.auditLog.listAuditEntries({ path: { business }, query: { limit: PAGE, ...filters, ...page } }),
    ),
    placeholderData: (previous) => previous,
  });
  return (
    <SettingsPage
      title={t("title")}
      intro={t("intro")}
      actions={
        <Button
          component="a"
          variant="default"
          href={`/api/v1/businesses/${business}/audit-log/csv?${new URLSearchParams(filters)}`}
          download
        >
          {t("csv")}
        </Button>
      }
    >
      <Group mb="md" gap="sm" align="flex-end">
        <DateField
          label={t("from")}
          w={160}
          value={from}
          onChange={(date) => change({ from: date }, { replace: true })}
        />
        <DateField
          label={t("to")}
          w={160}
          value={to}
          onChange={(date) => change({ to: date }, { replace: true })}
        />
        <Select
          label={t("actor")}
          data={[
            { value: ANY, label: t("anyActor") },
            ...ACTOR_KINDS.map((kind) => ({ value: kind as string, label: t(ACTORS[kind]) })),
          ]}
          value={actor ?? ANY}
          onChange={(kind) =>
            change({ actor: kind === null || kind === ANY ? undefined : kind }, { replace: true })
          }
        />
      </Group>
      {recordId !== undefined && (
        <Group mb="md" gap="sm">
          <Text size="sm">{t("ofRecord")}</Text>
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => change({ record: undefined, entity: undefined }, { replace: true })}
          >
            {t("allRecords")}
          </Button>
        </Group>
      )}
      <PagedList
        pages={pages}
        skeletonHeight={320}
        empty={<EmptyNote title={t("empty")} hint={t("emptyHint")} />}
      >
        {(entries) => (
          <ul className={`surface ${list.list}`}>
            {entries.map((entry) => (
              <AuditRow
                key={entry.id}
                entry={entry}
                isOpen={openId === entry.id}
                onToggle={() => setOpenId(openId === entry.id ? undefined : entry.id)}
              />
            ))}
          </ul>
        )}
      </PagedList>
    </SettingsPage>
  );
}
