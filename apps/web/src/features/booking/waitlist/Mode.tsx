import { shellTexts } from "@daybook/i18n/shell";
import { waitlistTexts } from "@daybook/i18n/waitlist";
import { Button, Radio, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../../base/api.ts";
import { useBusiness, useMay } from "../../../base/business.tsx";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";
import { DialogActions } from "../../../ui/DialogActions.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import { bookingPageModeQuery, type Mode as ModeName, modeQuery } from "./queries.ts";
import classes from "./Waitlist.module.css";

const MODES = ["first_in_line", "highest_value", "offer_to_all", "team_picks"] as const;
const NAME = {
  first_in_line: "modeFirst",
  highest_value: "modeValue",
  offer_to_all: "modeAll",
  team_picks: "modeTeam",
} as const satisfies Record<ModeName, string>;
const HINT = {
  first_in_line: "modeFirstHint",
  highest_value: "modeValueHint",
  offer_to_all: "modeAllHint",
  team_picks: "modeTeamHint",
} as const satisfies Record<ModeName, string>;

/**
 * Shows a location's waitlist mode, which determines the clients who get an offer for a free time, and a dialog to change the mode.
 */
export function Mode({ location }: { readonly location: string }) {
  const t = useText(waitlistTexts);
  const { id: business } = useBusiness();
  const mayReadPage = useMay("getBookingPage");
  const [isOpen, setOpen] = useState(false);
  const { data: mode } = useQuery(modeQuery(business, location));
  const { data: ofPage } = useQuery({ ...bookingPageModeQuery(business), enabled: mayReadPage });
  const isManual = ofPage === "manual" || ofPage === "off";
  return (
    <section className={`surface ${classes.mode}`} aria-labelledby="waitlist-mode">
      <div className={classes.modeText}>
        <h2 id="waitlist-mode">
          {t("modeTitle")}
          {mode !== undefined && <b>{t(NAME[isManual ? "team_picks" : mode])}</b>}
        </h2>
        {mode !== undefined && <p>{isManual ? t("modeIsManual") : t(HINT[mode])}</p>}
      </div>
      <ActionButton operation="replaceWaitlistSettings" variant="default" onClick={() => setOpen(true)}>
        {t("modeChange")}
      </ActionButton>
      <Dialog name="waitlistMode" title={t("modeTitle")} isOpen={isOpen} onClose={() => setOpen(false)}>
        {mode !== undefined && (
          <ModeForm location={location} mode={mode} isManual={isManual} onDone={() => setOpen(false)} />
        )}
      </Dialog>
    </section>
  );
}

function ModeForm({
  location,
  mode,
  isManual,
  onDone,
}: {
  readonly location: string;
  readonly mode: ModeName;
  readonly isManual: boolean;
  readonly onDone: () => void;
}) {
  const t = useText(waitlistTexts);
  const shell = useText(shellTexts);
  const { id: business } = useBusiness();
  const [chosen, setChosen] = useState<ModeName>(mode);
  const write = useWrite({
    operation: "replaceWaitlistSettings",
    changes: ["locations"],
    run: (wanted: ModeName) =>
      api.put("/businesses/{business}/locations/{location}/waitlist-settings", {
        path: { business, location },
        body: { mode: wanted },
      }),
  });
  const save = async () => {
    if ((await write.send(chosen)) !== undefined) onDone();
  };
  return (
    <Stack>
      {isManual && <p className={classes.hint}>{t("modeIsManual")}</p>}
      <Radio.Group
        aria-label={t("modeTitle")}
        value={chosen}
        onChange={(value) => setChosen(MODES.find((each) => each === value) ?? chosen)}
      >
        <Stack gap="xs">
          {MODES.map((each) => (
            <Radio.Card key={each} value={each} className={classes.choice ?? ""}>
              <Radio.Indicator />
              <span>
                <b>{t(NAME[each])}</b>
                <span>{t(HINT[each])}</span>
              </span>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      <ProblemNote error={write.error} onRetry={() => void save()} />
      <DialogActions>
        <Button variant="default" onClick={onDone}>
          {shell("cancel")}
        </Button>
        <ActionButton
          operation="replaceWaitlistSettings"
          loading={write.isSending}
          onClick={() => void save()}
        >
          {shell("save")}
        </ActionButton>
      </DialogActions>
    </Stack>
  );
}
