import { html, type Markup } from "./markup.ts";

export interface Field {
  /** The id of the control, unique on the page. */
  readonly id: string;
  readonly label: string | Markup;
  readonly hint?: string | undefined;
  /** The problem with the submitted value. */
  readonly problem?: string | undefined;
}

/** Renders a control with its label, hint and problem. `control` receives the attributes that connect them for screen readers. */
export function labelled(field: Field, control: (attributes: Markup) => Markup): Markup {
  return html`<div class="field">
<label for="${field.id}">${field.label}</label>
${control(html` id="${field.id}"${describedBy(field)}${field.problem === undefined ? "" : html` aria-invalid="true"`}`)}
${notesOf(field)}</div>
`;
}

/** Renders a group of labelled controls for one question. `isText`: the question is a longer text instead of a heading. */
export function grouped(field: Field & { readonly isText?: boolean }, controls: Markup): Markup {
  return html`<fieldset id="${field.id}"${describedBy(field)}>
<legend${field.isText === true ? html` class="text"` : ""}>${field.label}</legend>
${controls}
${notesOf(field)}</fieldset>
`;
}

/** Renders a required text input of one line. */
export function lineField(
  line: Omit<Field, "id"> & {
    /** The name of the submitted field, which is also its id. */
    readonly name: string;
    readonly type: "text" | "password";
    /** The token for the `autocomplete` attribute. */
    readonly autocomplete: string;
    readonly maxCharacters: number;
    readonly value?: string;
  },
): Markup {
  const { name, type, autocomplete, maxCharacters, value = "" } = line;
  return labelled(
    { ...line, id: name },
    (attributes) =>
      html`<input${attributes} name="${name}" type="${type}" autocomplete="${autocomplete}" maxlength="${maxLengthOf(maxCharacters)}" value="${value}" required>`,
  );
}

/** Returns the value for `maxlength`. Browsers count UTF-16 code units, and a character may have two. */
export function maxLengthOf(characters: number): number {
  return 2 * characters;
}

function describedBy({ id, hint, problem }: Field): Markup {
  const ids = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(problem === undefined ? [] : [`${id}-problem`]),
  ];
  return ids.length === 0 ? html`` : html` aria-describedby="${ids.join(" ")}"`;
}

function notesOf({ id, hint, problem }: Field): Markup {
  return html`${hint === undefined ? "" : html`<small id="${id}-hint">${hint}</small>\n`}${
    problem === undefined ? "" : html`<p id="${id}-problem" class="problem" role="alert">${problem}</p>\n`
  }`;
}
