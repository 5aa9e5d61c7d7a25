import { html, type Markup } from "./markup.ts";

/** What somebody is to fill in, whatever kind of control it is. */
export interface Field {
  /** Of the control, once on its page. */
  readonly id: string;
  readonly label: string | Markup;
  readonly hint?: string | undefined;
  /** What is wrong with what was sent. */
  readonly problem?: string | undefined;
}

/**
 * One control with its label, what it is for and what is wrong with it. The control is handed the attributes that tie it
 * to them for whoever cannot see where they stand.
 */
export function labelled(field: Field, control: (attributes: Markup) => Markup): Markup {
  return html`<div class="field">
<label for="${field.id}">${field.label}</label>
${control(html` id="${field.id}"${describedBy(field)}${field.problem === undefined ? "" : html` aria-invalid="true"`}`)}
${notesOf(field)}</div>
`;
}

/** Several controls that are one question: each has a label of its own. `isText`: the question is a text to be read. */
export function grouped(field: Field & { readonly isText?: boolean }, controls: Markup): Markup {
  return html`<fieldset id="${field.id}"${describedBy(field)}>
<legend${field.isText === true ? html` class="text"` : ""}>${field.label}</legend>
${controls}
${notesOf(field)}</fieldset>
`;
}

/** One line of text, which has to be there. */
export function lineField(
  line: Omit<Field, "id"> & {
    /** What it is sent as, and its id. */
    readonly name: string;
    readonly type: "text" | "password";
    /** What a browser may fill in by itself. */
    readonly autocomplete: string;
    /** In characters. */
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

/** For `maxlength`: a browser counts some characters twice, and must not cut what we would take. */
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
