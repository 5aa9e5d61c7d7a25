/** How the page of a link looks: one column that fits a phone and a tablet at the desk, with room for fingers. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #8888; --soft: #8882; --wrong: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --wrong: #ff8a80; } }
* { box-sizing: border-box; }
body { font: 1.125rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 42rem; padding: 1.25rem; overflow-wrap: anywhere; }
h1 { font-size: 1.1rem; font-weight: normal; margin: 0 0 1.5rem; opacity: .8; }
h2 { font-size: 1.6rem; line-height: 1.25; margin: .25rem 0 1.5rem; }
.step, .hint { opacity: .75; font-size: .9rem; }
.field, fieldset { border: 0; margin: 0 0 1.75rem; padding: 0; min-width: 0; }
.label, legend { display: block; font-weight: 600; margin-bottom: .4rem; padding: 0; white-space: pre-line; }
.consent .text { white-space: pre-line; margin: 0 0 .4rem; }
input[type=text], input[type=date], select, textarea {
  font: inherit; width: 100%; min-height: 3rem; padding: .6rem .75rem;
  border: 1px solid var(--line); border-radius: .5rem; background: Field; color: FieldText;
}
textarea { min-height: 8rem; resize: vertical; }
.choice { display: flex; gap: .75rem; align-items: center; min-height: 3rem; padding: .4rem .75rem; border: 1px solid var(--line); border-radius: .5rem; margin-bottom: .4rem; }
.choice input { width: 1.4rem; height: 1.4rem; flex: none; }
canvas { display: block; width: 100%; height: 11rem; background: #fff; border: 1px solid var(--line); border-radius: .5rem; touch-action: none; }
button { font: inherit; font-weight: 600; min-height: 3rem; padding: .6rem 1.5rem; border: 1px solid var(--line); border-radius: .5rem; cursor: pointer; }
button[type=submit] { background: #1f5f4a; border-color: #1f5f4a; color: #fff; width: 100%; }
button.clear { background: none; color: inherit; font-weight: normal; margin-top: .4rem; }
:focus-visible { outline: 3px solid #3b82c4; outline-offset: 2px; }
.wrong { color: var(--wrong); margin: .4rem 0 0; }
.alert { border-left: 4px solid var(--wrong); padding: .5rem 1rem; background: var(--soft); margin: 0 0 1.5rem; }
ul.done { list-style: none; padding: 1rem 0 0; margin: 2rem 0 0; border-top: 1px solid var(--line); opacity: .8; }
[hidden] { display: none; }
`;
