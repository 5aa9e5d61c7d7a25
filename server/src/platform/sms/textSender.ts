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
  /** Sends a text message; resolves when the provider has accepted it, and throws `TextNotSent` otherwise. */
  send(message: TextMessage): Promise<void>;
  close(): Promise<void>;
}

/**
 * Thrown when the provider has not accepted a text message, or may not have accepted it. `retry`: it was certainly not accepted
 * and may be sent again. `failed`: the provider refuses it, for example because of the number. `unknown`: the provider received
 * the request but did not respond, so it may have accepted it.
 */
export class TextNotSent extends Error {
  override readonly name = "TextNotSent";
  readonly outcome: "retry" | "failed" | "unknown";
  /** The reason without the phone number, for the log. */
  readonly code: string;

  constructor(outcome: TextNotSent["outcome"], code: string) {
    super(code);
    this.outcome = outcome;
    this.code = code;
  }
}

const TWILIO = "https://api.twilio.com";
/** HTTP statuses that concern the account or the load of the provider instead of the message, so that a retry may succeed. */
const RETRIED = new Set([401, 403, 404, 408, 429]);
/** Twilio's codes for a sender that the account may not use, which the operator must correct in the settings. */
const SENDER_CODES = new Set([21212, 21603, 21606, 21659, 21660, 21661, 21701, 21703]);

/**
 * Opens a sender of text messages through Twilio's REST API. Each request takes at most ten seconds. Twilio has no key by which it
 * could recognize a repeated request, so a request without a response is not repeated (decision 29).
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
      // The status alone decides: a response may end early after it.
      if (error === undefined || (status !== undefined && status >= 200 && status < 300)) return;
      if (status === undefined) throw new TextNotSent(unanswered ? "unknown" : "retry", error);
      const twilioCode = codeIn(answer);
      const reason = `answered ${status}${twilioCode === null ? "" : ` (Twilio ${twilioCode})`}`;
      const isRefused = status >= 400 && status < 500 && !RETRIED.has(status);
      throw new TextNotSent(isRefused && !SENDER_CODES.has(twilioCode ?? 0) ? "failed" : "retry", reason);
    },
    close: () => http.close(),
  };
}

/** Returns the code in an error of Twilio. Its message is not used, because it contains the phone number. */
function codeIn(answer: string): number | null {
  try {
    const { code } = JSON.parse(answer) as { readonly code?: unknown };
    return typeof code === "number" ? code : null;
  } catch {
    return null;
  }
}
