import { type OutboundPolicy, openOutboundHttp } from "../outbound-http/index.ts";

/** The operator's account at Twilio. */
export interface TwilioSettings {
  readonly accountSid: string;
  readonly authToken: string;
  /** A phone number in E.164, an alphanumeric sender, or the id of a messaging service (`MG…`). */
  readonly from: string;
}

/** A text message (SMS) to one phone number. */
export interface TextMessage {
  /** The phone number in E.164. */
  readonly to: string;
  readonly text: string;
}

export interface TextSender {
  /** Sends a text message. Resolves when the provider has accepted it; otherwise throws `TextNotSent`. */
  send(message: TextMessage): Promise<void>;
  close(): Promise<void>;
}

/**
 * Thrown if the provider has not accepted a text message, or may not have accepted it. `retry`: it was not accepted and may
 * be sent again. `failed`: the provider rejects it, for example because of the number. `unknown`: the provider may have
 * received the request but did not respond, so it may have accepted the message.
 */
export class TextNotSent extends Error {
  override readonly name = "TextNotSent";
  readonly outcome: "retry" | "failed" | "unknown";
  /** The reason for the log, without the phone number. */
  readonly code: string;

  constructor(outcome: TextNotSent["outcome"], code: string) {
    super(code);
    this.outcome = outcome;
    this.code = code;
  }
}

const TWILIO = "https://api.twilio.com";
/** HTTP statuses caused by the account or the provider's load, not by the message. A retry may succeed. */
const RETRIED = new Set([401, 403, 404, 408, 429]);
/** Twilio's codes for a sender that the account may not use. The operator must correct the settings. */
const SENDER_CODES = new Set([21212, 21603, 21606, 21659, 21660, 21661, 21701, 21703]);

/**
 * Opens a sender of text messages through Twilio's REST API. Each request takes at most ten seconds. A request without a response is not
 * repeated, because Twilio has no idempotency key (decision 29).
 */
export function openTextSender({
  accountSid,
  authToken,
  from,
  url = TWILIO,
  policy = { allowPrivate: false, allowHttp: false },
  timeoutMs,
}: TwilioSettings & {
  /** The base URL of the API; for tests. */
  readonly url?: string;
  readonly policy?: OutboundPolicy;
  readonly timeoutMs?: number;
}): TextSender {
  const http = openOutboundHttp({ policy, ...(timeoutMs === undefined ? {} : { timeoutMs }) });
  const path = `/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
    "content-type": "application/x-www-form-urlencoded",
  };
  const sender = from.startsWith("MG") ? { MessagingServiceSid: from } : { From: from };
  return {
    send: async ({ to, text }) => {
      const body = new URLSearchParams({ To: to, ...sender, Body: text }).toString();
      const { status, error, unanswered, body: answer } = await http.post({ url: url + path, headers, body });
      // Only the status is used, because the connection may be lost after the status has arrived.
      if (error === undefined || (status !== undefined && status >= 200 && status < 300)) return;
      if (status === undefined) throw new TextNotSent(unanswered ? "unknown" : "retry", error);
      const twilioCode = codeIn(answer);
      const reason = `returned ${status}${twilioCode === null ? "" : ` (Twilio ${twilioCode})`}`;
      const isRefused = status >= 400 && status < 500 && !RETRIED.has(status);
      throw new TextNotSent(isRefused && !SENDER_CODES.has(twilioCode ?? 0) ? "failed" : "retry", reason);
    },
    close: () => http.close(),
  };
}

/** Returns the code of a Twilio error. Its message is not used, because it contains the phone number. */
function codeIn(answer: string): number | null {
  try {
    const { code } = JSON.parse(answer) as { readonly code?: unknown };
    return typeof code === "number" ? code : null;
  } catch {
    return null;
  }
}
