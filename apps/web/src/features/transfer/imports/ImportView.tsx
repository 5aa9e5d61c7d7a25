import { importsTexts } from "@daybook/i18n/imports";
import { Progress, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { refresh } from "../../../base/queries.ts";
import { useScreenSearch } from "../../../base/search.ts";
import { BackLink } from "../../../ui/BackLink.tsx";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { ColumnsForm } from "./ColumnsForm.tsx";
import { ImportResult } from "./ImportResult.tsx";
import { KIND_TEXTS } from "./kindTexts.ts";
import { Preview } from "./Preview.tsx";
import { type Import, importQuery, isAtWork } from "./queries.ts";

/** Shows an import: its columns before the run, then its progress and result. */
export function ImportView({ id }: { readonly id: string }) {
  const t = useText(importsTexts);
  const { id: business } = useBusiness();
  const [, change] = useScreenSearch();
  const { data: one, isPending, error, refetch } = useQuery(importQuery(business, id));
  const isGone = one === null;
  const status = one?.status;
  useEffect(() => {
    if (isGone) change({ import: undefined, undone: "1" }, { replace: true });
  }, [isGone, change]);
  useEffect(() => {
    if (status === "completed" || isGone) void refresh(business, ["clients", "services", "appointments"]);
  }, [business, status, isGone]);
  return (
    <Page title={one?.file_name ?? t("title")} back={<BackLink to="settings/imports">{t("title")}</BackLink>}>
      <ProblemNote error={error} onRetry={() => void refetch()} />
      {isPending && <Skeleton height={240} />}
      {one !== undefined && one !== null && <Steps one={one} />}
    </Page>
  );
}

function Steps({ one }: { readonly one: Import }) {
  if (isAtWork(one)) return <Running one={one} />;
  if (one.status === "completed") return <ImportResult one={one} />;
  return (
    <Stack gap="xl">
      {one.status === "ready" && <Preview one={one} />}
      <ColumnsForm one={one} />
    </Stack>
  );
}

function Running({ one }: { readonly one: Import }) {
  const t = useText(importsTexts);
  const { kind, done_count, row_count, status } = one;
  const label = t(status === "undoing" ? "undoingNow" : KIND_TEXTS[kind].runningNow);
  return (
    <Stack gap="xs" maw={560}>
      <Text role="status">{label}</Text>
      <Progress size="lg" value={(100 * done_count) / row_count} aria-label={label} />
      <Text size="sm" c="dimmed" className="numbers">
        {t("progress", { done: done_count, count: row_count })}
      </Text>
      <Text size="sm" c="dimmed">
        {t("mayLeave")}
      </Text>
    </Stack>
  );
}
