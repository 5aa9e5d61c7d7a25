import type { LinkPage, ShownPage } from "../../../platform/http/linkPages.ts";
import { html } from "../../../platform/http/markup.ts";
import type { Sessions } from "../sessions/index.ts";
import { newPasswordFields, repetitionProblems } from "./passwordFields.ts";
import { isTokenText, type Problems, problemsIn } from "./problems.ts";

/**
 * Returns the page to which a password reset e-mail links. The user sets a new password on this page. The token is checked only when the
 * form is submitted, so that an e-mail scanner that opens the link does not use up the token.
 */
export function passwordPage(sessions: Sessions): LinkPage {
  return {
    path: "/reset-password",
    show: async (call) => {
      const token = call.text("token");
      return isTokenText(token) ? choose(token, {}) : GONE;
    },
    submit: async (call) => {
      const token = call.text("token");
      if (!isTokenText(token)) return GONE;
      const newPassword = call.text("password");
      const difference = repetitionProblems(newPassword, call.text("again"));
      if (difference !== undefined) return choose(token, difference);
      try {
        await sessions.runOperation("/reset-password", { token, newPassword }, call.request, call.reply);
      } catch (failure) {
        const problems = problemsIn(failure);
        return problems.token === undefined ? choose(token, { password: problems.newPassword }) : GONE;
      }
      return DONE;
    },
  };
}

function choose(token: string, problems: Problems): ShownPage {
  const isRefused = Object.values(problems).some((problem) => problem !== undefined);
  return {
    status: isRefused ? 422 : 200,
    title: "Choose a new password",
    body: html`<p>It replaces the forgotten password. All other sessions of this account end.</p>
`,
    form: html`<input type="hidden" name="token" value="${token}">
${newPasswordFields(problems)}<button type="submit">Save the new password</button>
`,
  };
}

const DONE: ShownPage = {
  title: "Your password was changed",
  body: html`<p role="status">Sign in with the new password. This page can be closed.</p>
`,
};

const GONE: ShownPage = {
  status: 404,
  title: "This link is no longer valid",
  body: html`<p role="alert">A link to choose a new password is valid for an hour and can be used once. If you have just chosen a password with it, sign in with that password. Otherwise request another link on the sign-in page.</p>
`,
};
