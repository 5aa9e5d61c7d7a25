import { depositsTexts } from "@daybook/i18n/deposits";
import { localTimeOf } from "../../../base/instants.ts";
import { useFormats, useText } from "../../../base/language.tsx";
import type { Deposit } from "./queries.ts";

/** Returns a function that describes a deposit: its status, and the kept and refunded amounts. */
export function useDepositText(): (deposit: Deposit) => string {
  const t = useText(depositsTexts);
  const formats = useFormats();
  return ({ status, settles_at, time_zone, kept, refunded }) => {
    const when = settles_at === null ? "" : formats.time(localTimeOf(time_zone, settles_at).minutes);
    const parts = [
      ...(status === "settled" && kept.amount + refunded.amount > 0 ? [] : [t(status, { when })]),
      ...(kept.amount > 0 ? [t("kept", { amount: formats.money(kept) })] : []),
      ...(refunded.amount > 0 ? [t("refunded", { amount: formats.money(refunded) })] : []),
    ];
    return parts.join(" · ");
  };
}
