import { html, type Markup } from "./markup.ts";

/** One line to fill in, with its label, what it is for, and what is wrong with what was sent. */
export function field(options: {
  readonly name: string;
  readonly label: string;
  readonly type: "text" | "password";
  /** What a browser may fill in by itself. */
  readonly autocomplete: string;
  /** Characters; a browser counts some of them twice, and must not cut what we would take. */
  readonly most: number;
  readonly hint?: string;
  readonly value?: string;
  readonly problem?: string | undefined;
}): Markup {
  const { name, label, type, autocomplete, most, hint, problem } = options;
  const described = [
    ...(hint === undefined ? [] : [`${name}-hint`]),
    ...(problem === undefined ? [] : [`${name}-problem`]),
  ];
  const state = html`${described.length > 0 ? html` aria-describedby="${described.join(" ")}"` : ""}${
    problem === undefined ? "" : html` aria-invalid="true"`
  }`;
  return html`<p>
<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${2 * most}" value="${options.value ?? ""}" required${state}>
${hint === undefined ? "" : html`<small id="${name}-hint">${hint}</small>\n`}${
  problem === undefined
    ? ""
    : html`<span id="${name}-problem" class="problem" role="alert">${problem}</span>\n`
}</p>
`;
}
