import { shellTexts } from "@daybook/i18n/shell";
import { useText } from "../base/language.tsx";
import { useIsLive } from "../base/liveChanges.ts";
import { useIsOnline } from "../base/online.ts";
import { Icon } from "../ui/Icon.tsx";
import classes from "./Shell.module.css";

/** Shows that the browser is offline, or that the page shows changes by other users only after a delay. */
export function OfflineBanner() {
  const t = useText(shellTexts);
  const isOnline = useIsOnline();
  const isLive = useIsLive();
  return (
    <div role="status">
      {!(isOnline && isLive) && (
        <div className={classes.offline}>
          <Icon name="offline" />
          {t(isOnline ? "notLive" : "offline")}
        </div>
      )}
    </div>
  );
}
