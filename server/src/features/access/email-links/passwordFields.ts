import { html, type Markup } from "../../../platform/http/markup.ts";
import { lineField } from "../../../platform/http/pageField.ts";
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from "../sessions/index.ts";
import type { Problems } from "./problems.ts";

/**
 * Returns two fields for the new password. The user repeats the password, so that a typing error does not lock the user out.
 */
export function newPasswordFields(problems: Problems): Markup {
  return html`${lineField({
    name: "password",
    label: "New password",
    type: "password",
    autocomplete: "new-password",
    maxCharacters: MAX_PASSWORD_LENGTH,
    hint: `At least ${MIN_PASSWORD_LENGTH} characters; several words are good.`,
    problem: problems.password,
  })}${lineField({
    name: "again",
    label: "Repeat the password",
    type: "password",
    autocomplete: "new-password",
    maxCharacters: MAX_PASSWORD_LENGTH,
    problem: problems.again,
  })}`;
}

export function passwordField(problems: Problems): Markup {
  return lineField({
    name: "password",
    label: "Your password",
    type: "password",
    autocomplete: "current-password",
    maxCharacters: MAX_PASSWORD_LENGTH,
    problem: problems.password,
  });
}

/** Returns a problem when the two new passwords differ, otherwise undefined. */
export function repetitionProblems(password: string, again: string): Problems | undefined {
  return password === again ? undefined : { again: "The passwords do not match." };
}
