import { clientsTexts } from "@daybook/i18n/clients";
import type { Photo } from "@daybook/sdk";
import { Group, Select, Stack, Title } from "@mantine/core";
import { useState } from "react";
import { useText } from "../../../base/language.tsx";
import { useShortDate } from "../clients/localDates.ts";
import classes from "./Photos.module.css";

/** Shows two overlaid photos with a slider that moves the border between the photos. Initially shows the newest photo of each stage. */
export function BeforeAfter({ photos }: { readonly photos: readonly Photo[] }) {
  const t = useText(clientsTexts);
  const shortDate = useShortDate();
  const [chosen, setChosen] = useState<Readonly<Partial<Record<Photo["stage"], string>>>>({});
  const [percent, setPercent] = useState(50);
  const of = (stage: Photo["stage"]) => photos.filter((photo) => photo.stage === stage);
  const shown = (stage: Photo["stage"]) => {
    const all = of(stage);
    return all.find(({ id }) => id === chosen[stage]) ?? all[0];
  };
  const [before, after] = [shown("before"), shown("after")];
  if (before === undefined || after === undefined) return null;
  const nameOf = (photo: Photo) => t("photoAlt", { stage: t(photo.stage), date: shortDate(photo.taken_at) });
  const choice = (stage: Photo["stage"], value: string) => {
    const all = of(stage);
    if (all.length < 2) return null;
    return (
      <Select
        label={t(stage === "before" ? "compareBefore" : "compareAfter")}
        data={all.map((photo, index) => ({
          value: photo.id,
          label: `${nameOf(photo)} (${all.length - index})`,
        }))}
        value={value}
        onChange={(id) => setChosen({ ...chosen, [stage]: id ?? undefined })}
      />
    );
  };
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="md">
        {t("compare")}
      </Title>
      <Group>
        {choice("before", before.id)}
        {choice("after", after.id)}
      </Group>
      <div className={classes.compare}>
        <img src={after.preview_url} alt={nameOf(after)} />
        <img
          src={before.preview_url}
          alt={nameOf(before)}
          style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}
        />
        <span className={classes.line} style={{ left: `${percent}%` }} />
        <span className={classes.name} style={{ left: 8 }}>
          {t("before")}
        </span>
        <span className={classes.name} style={{ right: 8 }}>
          {t("after")}
        </span>
      </div>
      <input
        type="range"
        className={classes.slider}
        aria-label={t("compareSlider")}
        min={0}
        max={100}
        value={percent}
        onChange={(event) => setPercent(Number(event.currentTarget.value))}
      />
    </Stack>
  );
}
