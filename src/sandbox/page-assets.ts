import type { SimulatedPlatform } from './simulator.js';

const styles = `
:root { color-scheme: light dark; --ink: light-dark(#1a1d21, #e8eaed); --soft: light-dark(#5f6670, #9aa3ad);
  --paper: light-dark(#f6f7f9, #14171a); --card: light-dark(#fff, #1d2125); --line: light-dark(#dfe3e8, #32383f);
  --link: light-dark(#0b57d0, #8ab4f8); }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 84rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif; }
h1 { margin: 0; font-size: 1.5rem; } h2 { margin: 1.5rem 0 .5rem; font-size: 1rem; }
header p, aside, .meta { color: var(--soft); } header p { margin: .25rem 0 1.5rem; }
a { color: var(--link); text-decoration: none; } a:hover { text-decoration: underline; }
.columns { display: grid; gap: 2rem; grid-template-columns: minmax(0, 1fr) 20rem; align-items: start; }
@media (max-width: 50rem) { .columns { grid-template-columns: minmax(0, 1fr); } }
#feed { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 18rem), 1fr)); align-items: start; }
#feed article { margin: 0; } #feed .empty { grid-column: 1 / -1; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem 1.25rem;
  margin-bottom: 1rem; }
.meta { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; margin: 0; font-size: .875rem; }
.account { overflow-wrap: anywhere; } .meta a, .meta time { color: var(--soft); }
.name { font-weight: 600; color: var(--ink); }
.title { margin: .6rem 0 0; font-size: 1.0625rem; }
.text { margin: .5rem 0 0; white-space: pre-wrap; overflow-wrap: anywhere; }
.badge { border-radius: 1rem; padding: .1rem .65rem; font-weight: 600; color: #fff; }
.counters { margin-top: .5rem; } .part { font-weight: 600; }
.comment { margin-top: .9rem; padding-left: 1rem; border-left: 3px solid var(--line); }
.comment.answer { margin-left: 1rem; } .comment summary, article > details > summary { font-size: .8125rem; color: var(--soft); }
.visitor { display: grid; gap: .5rem; margin: .5rem 0; font-size: .875rem; justify-items: start; } .visitor label { display: grid; width: 100%; }
.visitor input, .visitor textarea { font: inherit; width: 100%; padding: .3rem .5rem; }
.media { display: flex; flex-wrap: wrap; gap: .5rem; margin-top: .6rem; }
.media img, .media video { max-width: min(100%, 13rem); max-height: 13rem; border-radius: .5rem; background: var(--line); }
.empty { padding: 3rem 1rem; text-align: center; border: 1px dashed var(--line); border-radius: .75rem; color: var(--soft); }
aside { font-size: .875rem; } aside h2:first-child { margin-top: 0; } aside h2 { color: var(--ink); }
.details { display: grid; grid-template-columns: max-content 1fr; gap: 0 .75rem; margin-top: .5rem; font-size: .8125rem; }
.details dt { margin: 0; color: var(--soft); } .details dd { overflow-wrap: anywhere;
  display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; }
summary { margin-top: .6rem; cursor: pointer; color: var(--ink); }
dl { margin: 0; } dt { margin-top: .6rem; color: var(--ink); } dd { margin: 0; }
code { font: .8125rem ui-monospace, monospace; }
.consent { max-width: 32rem; margin: 0 auto; } .consent label { display: block; margin: .4rem 0; }
fieldset { margin: 1rem 0; border: 1px solid var(--line); border-radius: .5rem; } .buttons { display: flex; gap: .75rem; }
button, select { font: inherit; padding: .3rem .9rem; }
.grants { padding: 0; list-style: none; } .grants li { display: flex; gap: .5rem; margin: .4rem 0; align-items: center; }
.grants span { flex: 1; overflow-wrap: anywhere; }
`;

export function feedCss(platforms: Iterable<SimulatedPlatform>): string {
  const badges = [...platforms].map(
    ({ path, badgeColor }) => `.badge.${path} { background: ${badgeColor}; }\n`,
  );
  return styles + badges.join('');
}

/**
 * The script of the feed page, which shows the server's new markup. Only if no form is open, so that no input is lost.
 */
export const feedJs = `
const feed = document.getElementById('feed');
let last = null;
// Counters grow all the time. They alone are exchanged, so that a video goes on playing.
const withoutCounters = (markup) => markup.replace(/<p class="meta counters">[^]*?<\\/p>/g, '');
function showCounters(markup) {
  const fresh = document.createElement('template');
  fresh.innerHTML = markup;
  const counters = fresh.content.querySelectorAll('.counters');
  feed.querySelectorAll('.counters').forEach((shown, index) => { shown.innerHTML = counters[index].innerHTML; });
}
async function refresh() {
  try {
    const answer = await fetch('/feed', { headers: { accept: 'text/html' } });
    const markup = answer.ok ? await answer.text() : last;
    // The first one is what the page was loaded with.
    const isSame = last === null || withoutCounters(markup) === withoutCounters(last);
    if (last !== null && isSame) showCounters(markup);
    else if (!feed.querySelector('details[open]')) feed.innerHTML = markup;
    if (isSame || feed.querySelector('details[open]') === null) last = markup;
  } catch { /* The sandbox is away; the next turn tries again. */ }
  setTimeout(refresh, 2000);
}
void refresh();
`;
