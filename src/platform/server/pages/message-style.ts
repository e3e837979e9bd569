/** Style of the pages without scripts; its colors repeat `platform/ui/tokens.css`, which needs the bundle. */
export const messageStyle = `
@font-face { font-family: Figtree; src: url(/fonts/figtree.woff2) format('woff2'); font-weight: 300 900; font-display: swap; }
@font-face { font-family: Newsreader; src: url(/fonts/newsreader.woff2) format('woff2'); font-weight: 500; font-display: swap; }
:root { color-scheme: light dark; --paper: light-dark(#faf8f3, #141a18); --card: light-dark(#fffefc, #1b2320);
  --ink: light-dark(#1d2824, #e6ebe6); --soft: light-dark(#57625c, #a8b4ad); --line: light-dark(#e6e0d5, #2a3430);
  --accent: light-dark(#1b564a, #91c0b1); --on-accent: light-dark(#fff, #10201b);
  --wrong: light-dark(#a03726, #e79d8f); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; background: var(--paper); color: var(--ink);
  font: 1rem/1.55 Figtree, system-ui, -apple-system, "Segoe UI", sans-serif; }
.banner { background: light-dark(#fbf1da, #2b261a); color: light-dark(#6d4a0c, #edd08a); text-align: center;
  border-bottom: 1px solid light-dark(#ecd8a6, #4b4128); padding: .4375rem 1rem; font-size: .8125rem; line-height: 1.4; }
.banner strong { margin-right: .375rem; }
/* Like the bar on pages with scripts. */
.emergency { background: light-dark(#fbefec, #34211d); border-bottom: 1px solid var(--wrong); overflow-wrap: anywhere; }
.emergency > div { max-width: 44rem; margin: 0 auto; padding: 1rem 1.25rem; }
.emergency h2 { margin: 0; color: var(--wrong); font: 600 1.125rem/1.3 Figtree, system-ui, sans-serif; }
.emergency p, .emergency ul, .emergency ol { margin: .5rem 0 0; color: var(--ink); }
main { max-width: 44rem; margin: 0 auto; padding: clamp(2rem, 8vh, 6rem) 1.25rem 3rem; }
.product { display: inline-flex; align-items: center; gap: .6rem; font-weight: 600; color: var(--ink);
  text-decoration: none; margin-bottom: 2rem; }
h1 { font: 500 clamp(1.75rem, 5vw, 2.4rem)/1.15 Newsreader, "Source Serif 4", Georgia, serif; margin: 0 0 .75rem; }
h2 { font: 500 1.125rem/1.3 Newsreader, Georgia, serif; color: var(--soft); margin: 2rem 0 .75rem; }
p { margin: 0 0 1.25rem; color: var(--soft); max-width: 38rem; }
a { color: var(--accent); }
.actions { margin-top: 2rem; display: flex; flex-wrap: wrap; gap: .75rem; }
.button { appearance: none; border: 1px solid transparent; border-radius: .5rem; padding: .625rem 1.1rem; font: inherit;
  font-weight: 600; background: var(--accent); color: var(--on-accent); cursor: pointer; text-decoration: none; }
.button.quiet { background: transparent; color: var(--ink); border-color: var(--line); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.fields { display: grid; gap: 1.25rem; max-width: 24rem; }
.fields .button { justify-self: start; }
.field { display: grid; gap: .375rem; }
.field label { font-weight: 600; }
.field input { font: inherit; color: inherit; background: var(--card); width: 100%; padding: .625rem .75rem;
  border: 1px solid light-dark(#7d877f, #7f8b84); border-radius: .5rem; }
.field input[aria-invalid] { border-color: var(--wrong); }
.problem { margin: 0; color: var(--wrong); font-weight: 500; }
.choices { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
.choices form { display: grid; }
.choice { width: 100%; text-align: left; display: flex; gap: .9rem; align-items: center; font: inherit; color: inherit;
  background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: .9rem 1rem; cursor: pointer; }
.choice:hover { border-color: var(--accent); }
.choice img, .choice .initials { width: 2.5rem; height: 2.5rem; border-radius: 50%; flex: none; }
.choice .initials { display: grid; place-items: center; background: var(--line); font-weight: 600; font-size: .875rem; }
.choice strong { display: block; }
.choice small { color: var(--soft); display: block; overflow-wrap: anywhere; }
`;
