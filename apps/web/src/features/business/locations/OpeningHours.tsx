import { locationsTexts } from "@daybook/i18n/locations";
import { shellTexts } from "@daybook/i18n/shell";
import { teamTexts } from "@daybook/i18n/team";
import { ApiError } from "@daybook/sdk";
import { Button, Group, Stack, Text } from "@mantine/core";
import { showNotification } from "@mantine/notifications";
import { useRef, useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { dayProblem, type HoursDraft } from "../../../ui/hours/draft.ts";
import { ExceptionsEditor } from "../../../ui/hours/ExceptionsEditor.tsx";
import { WeekEditor } from "../../../ui/hours/WeekEditor.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { UnsavedGuard } from "../../../ui/UnsavedGuard.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { bodyOf, draftOf, type Location } from "./queries.ts";

/** Edits a location's opening hours. After saving, shows the number of appointments outside the new hours. */
export function OpeningHours({
  location,
  onReload,
}: {
  readonly location: Location;
  readonly onReload: () => void;
}) {
  const t = useText(locationsTexts);
  const team = useText(teamTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const before = draftOf(location);
  const [draft, setDraft] = useState<HoursDraft>(before);
  const isSaved = useRef(false);
  const problem = dayProblem(draft);
  const write = useWrite({
    operation: "replaceLocationHours",
    changes: ["locations", "hours", "appointments"],
    run: (sent: HoursDraft) =>
      api.locations.replaceHours({
        path: { business, location: location.id },
        body: bodyOf(sent),
        ifMatch: location.version,
      }),
  });
  const save = async () => {
    const saved = await write.send(draft);
    if (saved === undefined) return;
    isSaved.current = true;
    const count = saved.conflicts.length;
    showNotification({
      message: count === 0 ? t("saved") : t("savedWithConflicts", { count }),
      withBorder: true,
    });
  };
  const isOutdated = write.error instanceof ApiError && write.error.is("version_mismatch");
  return (
    <Stack>
      <UnsavedGuard isDirty={() => !isSaved.current && JSON.stringify(draft) !== JSON.stringify(before)} />
      <Text size="sm" c="dimmed">
        {t("zone", { zone: location.time_zone.replaceAll("_", " ") })}
      </Text>
      <h2 className="visually-hidden">{t("hours")}</h2>
      <WeekEditor week={draft.week} places={[]} onChange={(week) => setDraft({ ...draft, week })} />
      <ExceptionsEditor
        exceptions={draft.exceptions}
        places={[]}
        onChange={(exceptions) => setDraft({ ...draft, exceptions })}
      />
      <ProblemNote error={write.error} onRetry={() => void save()} />
      <Group justify="flex-end">
        {isOutdated && (
          <Button variant="default" onClick={onReload}>
            {t("reload")}
          </Button>
        )}
        <ActionButton
          operation="replaceLocationHours"
          loading={write.isSending}
          reason={problem === undefined ? undefined : team(problem)}
          onClick={() => void save()}
        >
          {shell("save")}
        </ActionButton>
      </Group>
    </Stack>
  );
}
