import type { Context } from "../../../platform/context.ts";
import { asActor } from "../../../platform/database/index.ts";
import type { LinkPage, PageCall, ShownPage } from "../../../platform/http/linkPages.ts";
import { html, type Markup } from "../../../platform/http/markup.ts";
import { labelled, lineField } from "../../../platform/http/pageField.ts";
import {
  type AcceptedMembership,
  acceptInvitation,
  findOpenInvitation,
  ROLE_PHRASES,
} from "../members/index.ts";
import type { Sessions } from "../sessions/index.ts";
import { enter, type SignInMethod, signedInCaller } from "./enter.ts";
import { newPasswordFields, passwordField } from "./passwordFields.ts";
import { isTokenText, type Problems, problemsIn } from "./problems.ts";

/**
 * Returns the page to which an invitation e-mail links. A visitor who is not signed in with the invited address signs in or signs up with
 * this address and thereby accepts the invitation. Only the holder of the link can see whether the address has an account.
 */
export function invitationPage(context: Context, sessions: Sessions): LinkPage {
  const { database, clock } = context;
  const open = async (call: PageCall): Promise<Opened | undefined> => {
    const token = call.text("token");
    const found = isTokenText(token) ? await findOpenInvitation(database, token, clock.now()) : undefined;
    if (found === undefined) return undefined;
    const caller = await signedInCaller(sessions, call.request);
    const isInvitee = caller !== null && caller.userId === found.user_id;
    const way = isInvitee ? "signed in" : found.user_id === null ? "sign up" : "sign in";
    return {
      token,
      way,
      userId: found.user_id ?? "",
      email: found.email,
      businessName: found.business_name,
      role: ROLE_PHRASES[found.role],
      isAnotherUser: caller !== null && !isInvitee,
    };
  };
  return {
    path: "/invitation",
    show: async (call) => {
      const opened = await open(call);
      return opened === undefined ? GONE : offer(opened, {}, "");
    },
    submit: async (call) => {
      const opened = await open(call);
      if (opened === undefined) return GONE;
      const entry = await enter(sessions, call, opened);
      if (entry.outcome === "refused") return offer(opened, entry.problems, call.text("name"));
      const { userId, cookies } = entry;
      // The visitor may have signed in with this request, so the actor for the audit log is set only now.
      const { ip: address, id: request } = call.request;
      const actor = { kind: "user", id: userId, address, request } as const;
      try {
        const accepted = await asActor(actor, () =>
          database.transaction((tx) => acceptInvitation(tx, userId, opened.token, clock.now())),
        );
        return { ...joined(accepted), cookies };
      } catch (failure) {
        return { ...notAccepted(problemsIn(failure)), cookies };
      }
    },
  };
}

interface Opened {
  readonly token: string;
  readonly way: SignInMethod;
  /** The id of the user with the invited address, or an empty text if the address has no account. */
  readonly userId: string;
  readonly email: string;
  readonly businessName: string;
  /** The phrase that follows "as", such as "an owner". */
  readonly role: string;
  /** Whether this browser has a session of another user. */
  readonly isAnotherUser: boolean;
}

function offer(opened: Opened, problems: Problems, name: string): ShownPage {
  const isRefused = Object.values(problems).some((problem) => problem !== undefined);
  return {
    status: isRefused ? 422 : 200,
    title: `Your invitation to ${opened.businessName}`,
    body: html`<p>You are invited to ${opened.businessName} on Daybook, as ${opened.role}.</p>
${opened.isAnotherUser ? html`<p>Another user is signed in to this browser. Continuing signs them out.</p>\n` : ""}${
  problems.email === undefined
    ? ""
    : html`<p class="problem" role="alert">This address has just been used to sign up. Open the link again.</p>\n`
}`,
    form: html`<input type="hidden" name="token" value="${opened.token}">
${wayIn(opened, problems, name)}`,
  };
}

function wayIn({ way, email }: Opened, problems: Problems, name: string): Markup {
  switch (way) {
    case "signed in":
      return html`<p>You are signed in with the invited address, ${email}.</p>
<button type="submit">Accept</button>
`;
    case "sign in":
      return html`${invitedAddress(email)}${passwordField(problems)}<button type="submit">Sign in and accept</button>
`;
    case "sign up":
      return html`${invitedAddress(email)}${lineField({
        name: "name",
        label: "Your name",
        type: "text",
        autocomplete: "name",
        maxCharacters: 120,
        value: name,
        problem: problems.name,
      })}${newPasswordFields(problems)}<button type="submit">Sign up and accept</button>
`;
  }
}

/** Returns a read-only field from which the browser's password manager reads the user name. The field is not submitted. */
function invitedAddress(email: string): Markup {
  return labelled(
    { id: "email", label: "The invited address" },
    (attributes) => html`<input${attributes} type="email" autocomplete="username" value="${email}" readonly>`,
  );
}

function joined({ business_id, business_name, role }: AcceptedMembership): ShownPage {
  return {
    title: `Welcome to ${business_name}`,
    body: html`<p role="status">You are now a member, as ${ROLE_PHRASES[role]}, and are signed in on this device.</p>
<p><a href="/app/${business_id}">Open the calendar</a></p>
`,
  };
}

/**
 * Returns the page for a signed-in visitor who cannot accept the invitation, because the invitation was used or revoked or the
 * staff member was linked to another user.
 */
function notAccepted(problems: Problems): ShownPage {
  const [problem] = Object.values(problems);
  const sentence = problem
    ?.replace(/^It is an invitation whose staff member\b/, "The staff member of the invitation")
    .replace(/^It\b/, "The invitation");
  return {
    status: 422,
    title: "The invitation was not accepted",
    body: html`<p role="alert">${sentence ?? "Ask the person who invited you for another one."}</p>
`,
  };
}

const GONE: ShownPage = {
  status: 404,
  title: "This invitation is no longer valid",
  body: html`<p role="alert">An invitation is valid for seven days and can be used once. If you have just accepted it, sign in. Otherwise ask the person who invited you for another one.</p>
`,
};
