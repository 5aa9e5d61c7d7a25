import type { Context } from "../../../platform/context.ts";
import type { LinkPage, ShownPage } from "../../../platform/http/linkPages.ts";
import { html } from "../../../platform/http/markup.ts";
import { confirmSignUp, findOpenSignUp, type Sessions } from "../sessions/index.ts";
import { passwordField } from "./passwordFields.ts";
import { isTokenText, type Problems, problemsIn } from "./problems.ts";

/**
 * Returns the page to which a sign-up e-mail links. The visitor enters the password of the sign-up again; the page then creates the user
 * and signs the user in.
 */
export function confirmSignUpPage(context: Context, sessions: Sessions): LinkPage {
  return {
    path: "/confirm-sign-up",
    show: async (call) => {
      const token = call.text("token");
      const email = isTokenText(token) ? await findOpenSignUp(context, token) : undefined;
      return email === undefined ? GONE : ask(token, email, {});
    },
    submit: async (call) => {
      const token = call.text("token");
      const email = isTokenText(token) ? await findOpenSignUp(context, token) : undefined;
      if (email === undefined) return GONE;
      const password = call.text("password");
      try {
        if ((await confirmSignUp(context, token, password)) === undefined) return GONE;
      } catch (failure) {
        return ask(token, email, problemsIn(failure));
      }
      const { request, reply } = call;
      const { cookies } = await sessions.runOperation("/sign-in/email", { email, password }, request, reply);
      return { ...DONE, cookies };
    },
  };
}

function ask(token: string, email: string, problems: Problems): ShownPage {
  return {
    status: problems.password === undefined ? 200 : 422,
    title: "Confirm your address",
    body: html`<p>You signed up to Daybook as ${email}. Enter the password you chose to confirm that it was you.</p>
`,
    form: html`<input type="hidden" name="token" value="${token}">
${passwordField(problems)}<button type="submit">Confirm and sign in</button>
`,
  };
}

const DONE: ShownPage = {
  title: "Your address is confirmed",
  body: html`<p role="status">You are signed in on this device. This page can be closed.</p>
`,
};

const GONE: ShownPage = {
  status: 404,
  title: "This link is no longer valid",
  body: html`<p role="alert">A link to confirm an address is valid for a day and can be used once. If you have just used it, sign in. Otherwise sign up again.</p>
`,
};
