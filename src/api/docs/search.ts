import path from 'node:path';
import MiniSearch, { type SearchResult } from 'minisearch';
import { BoundedMap } from '../../concurrency/bounded-map.js';
import { codeFiles, type Library } from './library.js';
import type { Reference } from './reference/description.js';

export interface Found {
  title: string;
  /** The heading of the matching section; empty for the top of the page. */
  heading: string;
  url: string;
  /** The text around the first match. */
  excerpt: string;
}

export const queryCharsMax = 200;
/** The number of recent queries whose results are cached. Each search takes 10 to 40 ms. */
const keptQueriesMax = 200;
const termsMax = 12;
/** After this many sections have been indexed, other requests get a turn. */
const entriesPerTurn = 20;
const resultsMax = 30;
const excerptCharsMax = 220;
/** The length of the text before the match, which shows its context. */
const excerptLeadChars = 60;
/** The minimum length of words that match as a prefix or with a typo. Shorter words would match too many others. */
const prefixCharsMin = 3;
const fuzzyCharsMin = 5;

interface Entry extends Omit<Found, 'excerpt'> {
  id: number;
  file: string;
  text: string;
}

/** Pages for people who change or assess Punctual. Search results list them after those for people who use it. */
const forBuilders = /^docs\/(decisions|internals|security)\//;
/** Each code has a short section, which would otherwise be listed before the guide that explains what to do. */
const codeWeight = 0.3;
/** The page of variables has words of every guide in its headings. */
const settingsWeight = 0.5;
const settingsFile = 'docs/configuration.md';
/** The same weight for operations, except those that the query names. */
const operationWeight = 0.6;

/** Adds a cache of the latest queries to a search, because requests need no credential. */
export function withMemory(find: (query: string) => Found[]): (query: string) => Found[] {
  const kept = new BoundedMap<string, Found[]>(keptQueriesMax);
  return (asked) => {
    const query = asked.toLowerCase();
    const found = kept.get(query) ?? find(query);
    kept.set(query, found);
    return found;
  };
}

/** Returns a search for sections with all words of a query or, if there are none, with some. Guides come first. */
export async function createSearch(
  library: Library,
  reference?: Reference,
): Promise<(query: string) => Found[]> {
  const entries = entriesOf(library, reference);
  const index = new MiniSearch<Entry>({
    fields: ['title', 'heading', 'text'],
    searchOptions: {
      boost: { title: 2, heading: 4 },
      boostDocument: (id: number) => weightOf(entries[id]?.file),
      prefix: (term) => term.length >= prefixCharsMin,
      fuzzy: (term) => (term.length < fuzzyCharsMin ? false : 0.2),
    },
  });
  await index.addAllAsync(entries, { chunkSize: entriesPerTurn });
  const tokenize = MiniSearch.getDefault('tokenize') as (text: string) => string[];
  return (query) => {
    const words = tokenize(query.slice(0, queryCharsMax)).filter((word) => word !== '');
    const terms = words.slice(0, termsMax).join(' ');
    const all = index.search(terms, { combineWith: 'AND' });
    const some = all.length > 0 ? all : index.search(terms, { combineWith: 'OR' });
    const isNamed = ({ id }: SearchResult): boolean =>
      entries[id as number]?.heading.toLowerCase() === query.trim().toLowerCase();
    const found = [...some.filter(isNamed), ...some.filter((result) => !isNamed(result))];
    const isForUsers = ({ id }: SearchResult): boolean =>
      !forBuilders.test(entries[id as number]?.file ?? '');
    const results = [...found.filter(isForUsers), ...found.filter((result) => !isForUsers(result))];
    return results.slice(0, resultsMax).flatMap(({ id, terms: matched }) => {
      const entry = entries[id as number];
      return entry === undefined ? [] : [foundOf(entry, matched)];
    });
  };
}

function weightOf(file: string | undefined): number {
  if (file === undefined || file === '') return operationWeight;
  if (file === settingsFile) return settingsWeight;
  return codeFiles.has(file) ? codeWeight : 1;
}

function entriesOf({ byFile, resolve }: Library, reference: Reference | undefined): Entry[] {
  const operations = [...(reference?.byId.values() ?? [])].map(
    ({ id, url, summary, method, path: at, description }) => ({
      file: '',
      title: summary,
      heading: id,
      url,
      text: `${method} ${at}. ${description.replaceAll(/[`*]/g, '')}`,
    }),
  );
  const guides = [...byFile.values()].flatMap(({ file, title, url, texts }) =>
    texts.map(({ id, heading, text }) => {
      if (id === '') return { file, title, heading: '', url, text };
      // `resolve` returns the right URL for headings that are codes, which have their own pages.
      const own = resolve(file, `${path.posix.basename(file)}#${id}`) ?? url;
      return { file, title, heading, url: own, text };
    }),
  );
  return [...guides, ...operations].map((entry, id) => ({ id, ...entry }));
}

function foundOf({ title, heading, url, text }: Entry, matched: readonly string[]): Found {
  const flat = text.replaceAll(/\s+/g, ' ').trim();
  const places = matched.map((term) => flat.toLowerCase().indexOf(term)).filter((place) => place >= 0);
  const first = places.length === 0 ? 0 : Math.min(...places);
  const begin = first <= excerptLeadChars ? 0 : flat.indexOf(' ', first - excerptLeadChars) + 1;
  const isWhole = flat.length - begin <= excerptCharsMax;
  const excerpt = isWhole
    ? flat.slice(begin)
    : `${flat.slice(begin, begin + excerptCharsMax).replace(/ \S*$/, '')} …`;
  return { title, heading, url, excerpt: begin > 0 ? `… ${excerpt}` : excerpt };
}
