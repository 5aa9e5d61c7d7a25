import { waitlistTexts } from "@daybook/i18n/waitlist";
import { Text } from "@mantine/core";
import { api } from "../../../base/api.ts";
import { useBusiness } from "../../../base/business.tsx";
import { useInstantText } from "../../../base/instants.ts";
import { useText } from "../../../base/language.tsx";
import { ActionButton } from "../../../ui/ActionButton.tsx";
import { ProblemNote } from "../../../ui/ProblemNote.tsx";
import { useWrite } from "../../../ui/useWrite.ts";
import type { Entry } from "./queries.ts";
import { TimeLeft } from "./TimeLeft.tsx";
import { useEntryText } from "./useEntryText.ts";
import classes from "./Waitlist.module.css";

const OUTCOME = {
  pending: "offered",
  accepted: "offerAccepted",
  declined: "offerDeclined",
  expired: "offerExpired",
  withdrawn: "offerWithdrawn",
} as const;

/**
 * Shows the newest offer of an entry. For a pending offer, shows the remaining time and a withdraw button; for any other offer, the
 * outcome.
 */
export function OfferCard({ entry, timeZone }: { readonly entry: Entry; readonly timeZone: string }) {
  const t = useText(waitlistTexts);
  const { id: business } = useBusiness();
  const instantText = useInstantText(timeZone);
  const text = useEntryText();
  const withdraw = useWrite({
    operation: "withdrawWaitlistOffer",
    changes: ["waitlist", "appointments"],
    run: (offer: string) =>
      api.delete("/businesses/{business}/offers/{offer}", { path: { business, offer } }),
  });
  const { offer } = entry;
  if (offer === null) return null;
  const isPending = offer.status === "pending" && entry.status === "offered";
  const outcome = t(OUTCOME[offer.status], { time: instantText(offer.starts_at) });
  if (!isPending)
    return (
      <Text size="sm" c="dimmed" className="numbers">
        {outcome}
      </Text>
    );
  return (
    <section className={classes.offer} aria-label={outcome}>
      <div className={classes.offerHead}>
        <b className="numbers">{outcome}</b>
        <TimeLeft until={offer.expires_at} />
      </div>
      <p className="numbers">
        {[
          ...new Set(offer.items.map(({ staff_id }) => text.staffName(staff_id)).filter(Boolean)),
          t("answerBy", { time: instantText(offer.expires_at) }),
        ].join(" · ")}
      </p>
      <p>{t("offerHint")}</p>
      <ProblemNote error={withdraw.error} />
      <ActionButton
        operation="withdrawWaitlistOffer"
        variant="default"
        size="xs"
        loading={withdraw.isSending}
        onClick={() => void withdraw.send(offer.id)}
      >
        {t("withdraw")}
      </ActionButton>
    </section>
  );
}
