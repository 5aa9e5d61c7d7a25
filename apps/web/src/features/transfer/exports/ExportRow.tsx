import { exportsTexts } from "@daybook/i18n/exports";
import { Badge, Button, Progress } from "@mantine/core";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useLanguage, useText } from "../../../base/language.tsx";
import list from "../../../ui/List.module.css";
import classes from "./ExportRow.module.css";
import { type Export, fileOf, isBeingMade } from "./queries.ts";

const TEXTS = {
  queued: "statusQueued",
  running: "statusRunning",
  ready: "statusReady",
  failed: "statusFailed",
  expired: "statusExpired",
} as const satisfies Record<Export["status"], string>;

/** Shows an export: its progress, or the link to its file. */
export function ExportRow({ one }: { readonly one: Export }) {
  const t = useText(exportsTexts);
  const { id: business, record } = useBusiness();
  const text = useInstantText(record.time_zone);
  const { status, created_at, expires_at, byte_length, done_count, table_count } = one;
  const percent = table_count === 0 ? 0 : Math.round((done_count / table_count) * 100);
  return (
    <li className={`${list.row} ${classes.row}`}>
      <span className={`${list.text} ${classes.text}`}>
        <span className={list.name}>
          <span>{text(created_at)}</span>
          <Badge variant="default" tt="none" role="status">
            {t(TEXTS[status])}
          </Badge>
        </span>
        <span className={list.about}>
          {status === "ready" && byte_length !== null && <Size bytes={byte_length} />}
          {status === "ready" && expires_at !== null && <span>{t("until", { time: text(expires_at) })}</span>}
          {status === "failed" && <span>{t("failedHint")}</span>}
          {status === "expired" && <span>{t("expiredHint")}</span>}
        </span>
        {isBeingMade(one) && <Progress value={percent} mt={4} maw={320} aria-label={t("statusRunning")} />}
      </span>
      {status === "ready" && (
        <Button component="a" href={fileOf(business, one)} download variant="default" size="sm">
          {t("download")}
        </Button>
      )}
    </li>
  );
}

const UNIT = 1_000_000;

function Size({ bytes }: { readonly bytes: number }) {
  const { language } = useLanguage();
  const format = new Intl.NumberFormat(language, {
    style: "unit",
    unit: "megabyte",
    maximumFractionDigits: 1,
  });
  return <span>{format.format(Math.max(bytes / UNIT, 0.1))}</span>;
}
