import { waitlistTexts } from "@daybook/i18n/waitlist";
import { UnstyledButton } from "@mantine/core";
import { localTimeOf, useInstantText } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import { Icon } from "../../../ui/Icon.tsx";
import list from "../../../ui/List.module.css";
import type { Entry } from "./queries.ts";
import { TimeLeft } from "./TimeLeft.tsx";
import { useEntryText } from "./useEntryText.ts";
import classes from "./Waitlist.module.css";

/** Shows an entry in the list: client, services, windows and a pending offer. A click opens the entry's panel. */
export function EntryRow({
  entry,
  timeZone,
  isOpen,
  onOpen,
}: {
  readonly entry: Entry;
  readonly timeZone: string;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}) {
  const t = useText(waitlistTexts);
  const formats = useFormats();
  const text = useEntryText();
  const instantText = useInstantText(timeZone);
  const { offer, priority } = entry;
  const [first, ...others] = entry.windows;
  return (
    <li>
      <UnstyledButton
        className={`${list.row} ${classes.row}`}
        data-entry={entry.id}
        data-open={isOpen || undefined}
        onClick={onOpen}
      >
        <span className={classes.who}>
          <span className={list.name}>
            {text.client(entry)}
            {entry.client?.alert && (
              <span className={classes.alert}>
                <Icon name="alert" size={14} />
                <span className="visually-hidden">{entry.client.alert}</span>
              </span>
            )}
          </span>
          <span className={classes.soft}>{text.services(entry)}</span>
        </span>
        <span className={`${classes.when} numbers`}>
          {first !== undefined && <span>{text.window(first)}</span>}
          {others.length > 0 && <span className={classes.soft}>+ {formats.number(others.length)}</span>}
          {entry.note !== null && (
            <span className={classes.note}>
              <Icon name="note" size={14} />
              <span>{entry.note}</span>
            </span>
          )}
        </span>
        <span className={classes.state}>
          {entry.status === "offered" && offer !== null ? (
            <>
              <span className="numbers">{instantText(offer.starts_at)}</span>
              <TimeLeft until={offer.expires_at} />
            </>
          ) : (
            <span className={`${classes.soft} numbers`}>
              {t("since", { when: formats.day(localTimeOf(timeZone, entry.joined_at).date) })}
            </span>
          )}
          {entry.status === "waiting" && priority !== 0 && (
            <span className={classes.mark}>{t(priority > 0 ? "ahead" : "behind")}</span>
          )}
          {entry.status === "waiting" && entry.replaces_appointment_id !== null && (
            <span className={classes.mark}>{t("earlier")}</span>
          )}
        </span>
        <Icon name="right" size={18} />
      </UnstyledButton>
    </li>
  );
}
