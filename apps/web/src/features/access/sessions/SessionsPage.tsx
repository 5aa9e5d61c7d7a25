import { sessionsTexts } from "@daybook/i18n/sessions";
import type { DataOf } from "@daybook/sdk";
import { Badge, Button, Skeleton, Text } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { deviceName } from "../../../base/deviceName.ts";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { useIsOnline } from "../../../base/online.ts";
import list from "../../../ui/List.module.css";
import { Page } from "../../../ui/Page.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useDelayed } from "../../../ui/useDelayed.ts";

type Session = DataOf<"get", "/me/sessions">["items"][number];

const KEY = ["me", "sessions"];

/** Lists the user's sessions in all browsers. The user can end any session except the current session. */
export default function SessionsPage() {
  const t = useText(sessionsTexts);
  const isOnline = useIsOnline();
  const client = useQueryClient();
  const { data, isPending, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => api.get("/me/sessions"),
  });
  const end = useMutation({
    mutationFn: (session: string) => api.delete("/me/sessions/{session}", { path: { session } }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const endOthers = useMutation({
    mutationFn: () => api.delete("/me/sessions"),
    onSuccess: (sessions) => client.setQueryData(KEY, sessions),
  });
  const showsSkeleton = useDelayed(isPending, 300);
  const hasOthers = data?.items.some(({ is_current }) => !is_current) === true;
  return (
    <Page
      title={t("title")}
      actions={
        hasOthers && (
          <Button
            variant="default"
            disabled={!isOnline}
            loading={endOthers.isPending}
            onClick={() => endOthers.mutate()}
          >
            {t("endOthers")}
          </Button>
        )
      }
    >
      <Text size="sm" c="dimmed" mb="md" maw={640}>
        {t("intro")}
      </Text>
      <ProblemNote error={error ?? end.error ?? endOthers.error} onRetry={() => void refetch()} />
      {isPending && showsSkeleton && <Skeleton height={160} />}
      {data !== undefined && (
        <ul className={`surface ${list.list}`}>
          {data.items.map((session) => (
            <Row
              key={session.id}
              session={session}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id)}
            />
          ))}
        </ul>
      )}
    </Page>
  );
}

function Row({
  session,
  isEnding,
  onEnd,
}: {
  readonly session: Session;
  readonly isEnding: boolean;
  readonly onEnd: () => void;
}) {
  const t = useText(sessionsTexts);
  const { record } = useBusiness();
  const isOnline = useIsOnline();
  const text = useInstantText(record.time_zone);
  const { is_current, ip_address, user_agent, created_at, used_at } = session;
  const device = deviceName(user_agent ?? "") ?? t("unknownDevice");
  return (
    <li className={`${list.row} ${list.wraps}`}>
      <div className={list.text}>
        <div className={list.name}>
          {device}
          {is_current && (
            <Badge variant="light" tt="none">
              {t("current")}
            </Badge>
          )}
        </div>
        <div className={list.about}>
          <span>{t("opened", { when: text(created_at) })}</span>
          <span>{t("used", { when: text(used_at) })}</span>
          {ip_address !== null && <span className="numbers">{t("from", { address: ip_address })}</span>}
        </div>
      </div>
      {!is_current && (
        <Button
          variant="subtle"
          color="red"
          disabled={!isOnline}
          loading={isEnding}
          aria-label={t("endNamed", { device })}
          onClick={onEnd}
        >
          {t("end")}
        </Button>
      )}
    </li>
  );
}
