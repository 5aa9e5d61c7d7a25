import { TOKENS_CSS } from "@daybook/tokens";

/**
 * The style of the guides. The list of guides is next to the text, and on phones below the text. Colours follow the user's
 * light or dark preference.
 */
export const GUIDE_STYLE = `${TOKENS_CSS}:root { --page: #fff; --text: #1b1b1b; }
@media (prefers-color-scheme: dark) { :root { --page: #121212; --text: #ececec; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 4.5rem; }
body { background: var(--page); color: var(--text); font: 1rem/1.6 system-ui, sans-serif; margin: 0; overflow-wrap: anywhere; }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: .2em; }
a:hover { text-decoration-color: currentColor; }
:focus-visible { outline: 3px solid var(--go); outline-offset: 2px; }
header { align-items: center; background: var(--page); border-bottom: 1px solid var(--line); display: flex; flex-wrap: wrap; gap: .25rem 2rem; padding: .75rem 1.5rem; position: sticky; top: 0; z-index: 1; }
header a { text-decoration: none; }
.home { font-weight: 700; }
header nav { display: flex; gap: 1.25rem; }
header nav a { opacity: .8; padding: .25rem 0; }
header nav [aria-current] { border-bottom: 2px solid var(--go); opacity: 1; }
.columns { display: grid; gap: 2rem 3.5rem; grid-template-columns: 13rem minmax(0, 46rem); margin: 0 auto; max-width: 66rem; padding: 2rem 1.5rem 5rem; }
.guides { align-self: start; position: sticky; top: 5rem; }
.guides h2 { font-size: .8rem; letter-spacing: .02em; margin: 1.25rem 0 .35rem; opacity: .8; padding: 0 .75rem; }
.guides h2:first-child { margin-top: 0; }
.guides ul, .contents ul { list-style: none; margin: 0; padding: 0; }
.guides a { border-radius: var(--radius); display: block; padding: .3rem .75rem; text-decoration: none; }
.guides a:hover { background: var(--soft); }
.guides [aria-current] { background: var(--soft); font-weight: 600; }
h1 { font-size: 2rem; letter-spacing: -.01em; line-height: 1.2; margin: 0 0 1.25rem; }
main h2 { font-size: 1.3rem; line-height: 1.3; margin: 2.5rem 0 .75rem; }
p, main ul, main ol { margin: 0 0 1rem; }
li { margin: .25rem 0; }
.contents { border-left: 3px solid var(--line); margin: 0 0 1.75rem; padding: .1rem 0 .1rem 1rem; }
.contents ul { margin: 0; }
.contents li { margin: .15rem 0; }
code { background: var(--soft); border-radius: 4px; font: .9em/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; padding: .1em .3em; }
figure { border: 1px solid var(--line); border-radius: var(--radius); margin: 0 0 1.25rem; overflow: hidden; }
figcaption { border-bottom: 1px solid var(--line); font-size: .8rem; opacity: .8; padding: .3rem .9rem; }
pre { background: var(--soft); margin: 0; overflow-x: auto; padding: .8rem .9rem; }
pre code { background: none; overflow-wrap: normal; padding: 0; }
.table { margin: 0 0 1.25rem; overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; }
th, td { border-bottom: 1px solid var(--line); overflow-wrap: normal; padding: .5rem .9rem .5rem 0; text-align: left; vertical-align: top; }
td code { white-space: nowrap; }
tr:target td { background: var(--soft); box-shadow: inset 0 2px var(--go), inset 0 -2px var(--go); }
@media (max-width: 50rem) {
  header { position: static; }
  .columns { grid-template-columns: minmax(0, 1fr); padding-top: 1.25rem; }
  .guides { border-top: 1px solid var(--line); grid-row: 2; padding: 1.5rem 0 0; position: static; }
  .guides h2, .guides a { padding-left: 0; }
  .guides a { min-height: 2.75rem; padding-top: .6rem; }
  .guides [aria-current] { padding-left: .75rem; }
  table, tbody, tr, td { display: block; }
  thead { display: none; }
  tr { border-bottom: 1px solid var(--line); padding: .6rem .5rem; }
  td { border: 0; padding: .1rem 0; }
  td code { white-space: normal; }
  tr:target { background: var(--soft); box-shadow: inset 3px 0 var(--go); }
  tr:target td { background: none; box-shadow: none; }
}
`;
