import { fromBrowser } from "../recordingApp.ts";
import { PASSWORD, tokenIn } from "../salon.ts";
import type { Stories } from "../story.ts";

const NEW_PASSWORD = "four words nobody guesses";

/**
 * Stories for accounts and sessions. The recorder derives only 422 responses for these operations, so the stories list other
 * errors.
 */
export const SIGN_IN_STORIES: Stories = {
  signUp: {
    body: () => ({ name: "Noor Aziz", email: "noor@haarwerk.example", password: PASSWORD }),
    refused: {
      422: { body: () => ({ name: "Noor Aziz", email: "noor@haarwerk.example", password: "short" }) },
    },
  },
  signIn: {
    body: () => ({ email: "jana@haarwerk.example", password: PASSWORD }),
    refused: { 401: { body: () => ({ email: "jana@haarwerk.example", password: "not this one" }) } },
  },
  signOut: { as: "owner" },
  getSession: { as: "owner" },
  requestPasswordReset: { body: () => ({ email: "jana@haarwerk.example" }) },
  resetPassword: {
    before: async ({ server }) => {
      const email = "jana@haarwerk.example";
      const url = "/api/auth/request-password-reset";
      const sent = server.emails.length;
      await server.send({ method: "POST", url, headers: fromBrowser(""), payload: { email } });
      // The server sends the e-mail after the response.
      while (server.emails.length === sent) await new Promise(setImmediate);
      return { token: tokenIn(server) };
    },
    body: ({ token }) => ({ token, newPassword: NEW_PASSWORD }),
  },
  updatePassword: {
    as: "owner",
    body: () => ({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    refused: {
      401: { as: "anonymous", body: () => ({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }) },
    },
  },
  updateUser: {
    as: "owner",
    body: () => ({ name: "Jana Lindner-Okafor" }),
    refused: { 401: { as: "anonymous" } },
  },
  revokeSessions: { as: "owner", refused: { 401: { as: "anonymous" } } },
};
