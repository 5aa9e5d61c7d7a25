import { waitlistTexts } from "@daybook/i18n/waitlist";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import type { Entry } from "./queries.ts";
import { useEntryText } from "./useEntryText.ts";
import { useNoticeText } from "./useNoticeText.ts";
import classes from "./Waitlist.module.css";

const SOURCE = { online: "joinedOnline", kiosk: "joinedKiosk", app: "addedByTeam" } as const;

/** Shows the requested services and times, the note, the minimum notice and the priority of a waitlist entry. */
export function EntryFacts({ entry, timeZone }: { readonly entry: Entry; readonly timeZone: string }) {
  const t = useText(waitlistTexts);
  const text = useEntryText();
  const noticeText = useNoticeText();
  const instantText = useInstantText(timeZone);
  const marks = [
    ...(entry.priority === 0 ? [] : [t(entry.priority > 0 ? "ahead" : "behind")]),
    ...(entry.replaces_appointment_id === null ? [] : [t("earlier")]),
  ];
  return (
    <dl className={classes.facts}>
      <dt>{t("services")}</dt>
      <dd>{text.services(entry)}</dd>
      <dt>{t("when")}</dt>
      <dd className="numbers">
        {entry.windows.map((window) => (
          <span key={JSON.stringify(window)}>{text.window(window)}</span>
        ))}
      </dd>
      {entry.note !== null && (
        <>
          <dt>{t("note")}</dt>
          <dd>{entry.note}</dd>
        </>
      )}
      <dt>{t("joined")}</dt>
      <dd className="numbers">
        <span>{instantText(entry.joined_at)}</span>
        <span>{t(SOURCE[entry.source])}</span>
      </dd>
      <dt>{t("notice")}</dt>
      <dd className="numbers">
        <span>{noticeText(entry.min_notice_minutes)}</span>
        {entry.auto_book && <span>{t("booksAtOnce")}</span>}
      </dd>
      {marks.length > 0 && (
        <>
          <dt>{t("priority")}</dt>
          <dd>
            {marks.map((mark) => (
              <span key={mark}>{mark}</span>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}
