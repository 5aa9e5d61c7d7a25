import { utcText } from "@daybook/engine";
import { type OwnOnly, ownOnly } from "../../../kernel/caller.ts";
import { invalid, notFound } from "../../../kernel/errors.ts";
import type { Context } from "../../../platform/context.ts";
import type { Transaction } from "../../../platform/database/index.ts";
import type { Email, EmailOutbox } from "../../../platform/email/index.ts";
import { API_PREFIX, appOnly, type Route, route } from "../../../platform/http/route.ts";
import { createFormsLink } from "./formLink.ts";
import { SentForms, type SentFormsRecord } from "./formSchema.ts";
import { recordSent } from "./formStore.ts";
import { formsEmail } from "./formsEmail.ts";
import { findRecipient } from "./linkStore.ts";

/** Returns the route that sends the link to an appointment's due forms to its client by e-mail. */
export function sendFormsRoute({ database, clock }: Context, emailOutbox: EmailOutbox): Route {
  return route({
    method: "POST",
    path: "/businesses/:business/appointments/:appointment/forms/send",
    access: appOnly("owner", "manager", "reception", "staff"),
    operationId: "sendForms",
    tag: "Forms",
    summary: "Send a link to the due forms of an appointment by e-mail",
    description:
      "Sends the client a link to the due forms. The link is valid until the end of the appointment. `sent_at` is null if the e-mail could not be sent. Returns 422 if no form is due, the client has no e-mail address, or the appointment has ended.",
    data: SentForms,
    run: async ({ businessId, caller, params, storeResponse, replaceResponse }) => {
      const key = { businessId, appointmentId: params.appointment };
      const { email, answer } = await database.transaction(async (tx) => {
        const request = { ...key, own: ownOnly(caller, businessId), now: clock.now() };
        const { email, record } = await prepareEmail(tx, request, emailOutbox.address());
        return { email, answer: storeResponse(tx, { data: record }) };
      });
      // The e-mail bypasses the queue, because the queue must not contain the link's token. The server sends the e-mail after
      // the commit, because a mail server may be slow.
      if (!(await emailOutbox.deliver(email))) return answer;
      const now = clock.now();
      return database.transaction(async (tx) => {
        tx.write(recordSent, { ...key, now });
        return replaceResponse(tx, { data: { ...answer.data, sent_at: utcText(now) } });
      });
    },
  });
}

async function prepareEmail(
  tx: Transaction,
  request: {
    readonly businessId: string;
    readonly appointmentId: string;
    readonly own: OwnOnly | null;
    readonly now: number;
  },
  address: string,
): Promise<{ readonly email: Email; readonly record: SentFormsRecord }> {
  const { token, expires_at, forms } = await createFormsLink(tx, { ...request, kind: "client" });
  const [recipient] = await tx.query(findRecipient, request);
  if (recipient === undefined) throw notFound();
  const pending = forms.filter(({ status }) => status === "pending");
  if (pending.length === 0)
    throw invalid({ path: "/appointment", message: "must be an appointment with a due form" });
  if (recipient.email === null)
    throw invalid({
      path: "/appointment",
      message: "must be an appointment whose client has an e-mail address",
    });
  if (recipient.ends_at <= request.now)
    throw invalid({ path: "/appointment", message: "must be an appointment that has not ended" });
  return {
    email: formsEmail(recipient.email, {
      business: recipient.name,
      firstName: recipient.first_name,
      locale: recipient.locale,
      formNames: pending.map(({ name }) => name),
      url: `${address}${API_PREFIX}/public/forms/${token}`,
    }),
    record: { sent_at: null, expires_at, forms },
  };
}
