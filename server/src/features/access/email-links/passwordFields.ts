import { html, type Markup } from "../../../platform/http/markup.ts";
import { lineField } from "../../../platform/http/pageField.ts";
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from "../sessions/index.ts";
import type { Problems } from "./problems.ts";

/** A new password, twice: what is typed is not seen, and a slip would lock its owner out. */
export function newPasswordFields(problems: Problems): Markup {
  return html`${lineField({
    name: "password",
    label: "New password",
    type: "password",
    autocomplete: "new-password",
    most: LONGEST_PASSWORD,
    hint: `At least ${SHORTEST_PASSWORD} characters; several words are good.`,
    problem: problems.password,
  })}${lineField({
    name: "again",
    label: "The same again",
    type: "password",
    autocomplete: "new-password",
    most: LONGEST_PASSWORD,
    problem: problems.again,
  })}`;
}

/** The password of somebody who has one. */
export function passwordField(problems: Problems): Markup {
  return lineField({
    name: "password",
    label: "Your password",
    type: "password",
    autocomplete: "current-password",
    most: LONGEST_PASSWORD,
    problem: problems.password,
  });
}

/** What is wrong with a new password before anybody is asked. */
export function differenceIn(password: string, again: string): Problems | undefined {
  return password === again ? undefined : { again: "It is not the same as the first." };
}
