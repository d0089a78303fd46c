import { queryCharsMax } from '../search.js';

export const instantSearchPath = '/docs/search.json';

/** Shows the results while a person types. Ctrl+K leads to the field from anywhere. */
export const searchScript = String.raw`
const searchField = document.getElementById('search');
const found = document.querySelector('[data-instant]');
const quietMs = 200;
const shownMax = 8;
let typing;
let asking;
const closeFound = () => {
  found.hidden = true;
  found.replaceChildren();
};
const showFound = (results, query) => {
  const links = results.slice(0, shownMax).map(({ title, heading, url, excerpt }) =>
    make('a', { href: url }, heading === '' ? title : title + ': ' + heading, make('small', { textContent: excerpt })));
  const words = results.length === 0 ? 'Nothing found for “' + query + '”.' : results.length + (results.length === 1 ? ' result' : ' results') + '. Enter lists them all.';
  const said = make('p', { textContent: words });
  said.setAttribute('role', 'status');
  found.replaceChildren(...links, said);
  found.hidden = false;
};
const searchNow = async () => {
  const query = searchField.value.trim().slice(0, ${queryCharsMax});
  asking?.abort();
  if (query.length < 2) return closeFound();
  const mine = (asking = new AbortController());
  try {
    const response = await fetch('${instantSearchPath}?q=' + encodeURIComponent(query), { signal: mine.signal });
    if (response.ok) showFound((await response.json()).results, query);
    else closeFound();
  } catch { /* A newer query has replaced this one, or the server is away: Enter still searches. */ }
};
searchField.addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(searchNow, quietMs);
});
searchField.form.addEventListener('keydown', (event) => {
  const links = all('a', found);
  const at = links.indexOf(document.activeElement);
  if (event.key === 'Escape') {
    closeFound();
    searchField.focus();
  } else if (event.key === 'ArrowDown' && links.length > 0) {
    event.preventDefault();
    links[Math.min(at + 1, links.length - 1)].focus();
  } else if (event.key === 'ArrowUp' && at >= 0) {
    event.preventDefault();
    (links[at - 1] ?? searchField).focus();
  }
});
document.addEventListener('keydown', (event) => {
  if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    searchField.focus();
    searchField.select();
  }
});
document.addEventListener('click', (event) => {
  if (!searchField.form.contains(event.target)) closeFound();
});
`;
