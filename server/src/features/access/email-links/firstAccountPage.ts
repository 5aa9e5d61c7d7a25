import type { Context } from "../../../platform/context.ts";
import type { LinkPage, ShownPage } from "../../../platform/http/linkPages.ts";
import { html } from "../../../platform/http/markup.ts";
import { lineField } from "../../../platform/http/pageField.ts";
import { allowQuota, refillQuota } from "../../../platform/limits/index.ts";
import type { Sessions } from "../sessions/index.ts";
import { enter } from "./enter.ts";
import { newPasswordFields } from "./passwordFields.ts";
import type { Problems } from "./problems.ts";

/**
 * Allows one attempt at a time, because two visitors with the link must not both become the first user. If a process crashes during
 * an attempt, the next attempt is allowed after one minute.
 */
const ATTEMPT = { purpose: "first account", subject: "", max: 1, windowMs: 60_000 } as const;

/**
 * Returns the page for the link that the server logs when it starts and no user exists. The page creates the first user and
 * signs the user in.
 */
export function firstAccountPage({ database, clock }: Context, sessions: Sessions): LinkPage {
  return {
    path: "/first-account",
    show: async (call) => {
      const token = call.text("token");
      return (await sessions.isFirstAccount(token)) ? offer(token, {}, "", "") : GONE;
    },
    submit: async (call) => {
      const [token, name, email] = [call.text("token"), call.text("name"), call.text("email")];
      if (!(await sessions.isFirstAccount(token))) return GONE;
      if (!(await allowQuota(database, ATTEMPT, clock.now())).isAllowed) return LATER;
      try {
        // Another attempt may have created the first user after the check above.
        if (!(await sessions.isFirstAccount(token))) return GONE;
        const entry = await enter(sessions, call, { way: "sign up", email, userId: "" });
        return entry.outcome === "refused"
          ? offer(token, entry.problems, name, email)
          : { ...DONE, cookies: entry.cookies };
      } finally {
        await refillQuota(database, ATTEMPT);
      }
    },
  };
}

function offer(token: string, problems: Problems, name: string, email: string): ShownPage {
  const isRefused = Object.values(problems).some((problem) => problem !== undefined);
  return {
    status: isRefused ? 422 : 200,
    title: "Create the first account",
    body: html`<p>This account creates the first business on this Daybook. Others join by invitation.</p>
`,
    form: html`<input type="hidden" name="token" value="${token}">
${lineField({
  name: "name",
  label: "Your name",
  type: "text",
  autocomplete: "name",
  maxCharacters: 120,
  value: name,
  problem: problems.name,
})}${lineField({
  name: "email",
  label: "Your e-mail address",
  type: "text",
  autocomplete: "username",
  maxCharacters: 254,
  value: email,
  problem: problems.email,
})}${newPasswordFields(problems)}<button type="submit">Create the account</button>
`,
  };
}

const DONE: ShownPage = {
  title: "Your account is ready",
  body: html`<p role="status">You are signed in on this device. This page can be closed.</p>
`,
};

const LATER: ShownPage = {
  status: 429,
  title: "Please try again in a moment",
  body: html`<p role="alert">Another request to create the first account is still in progress. Go back and send the form again.</p>
`,
};

const GONE: ShownPage = {
  status: 404,
  title: "This link is no longer valid",
  body: html`<p role="alert">The first account exists, or the link is incomplete. Sign in, ask for an invitation, or see the log of the server.</p>
`,
};
