import twitterText from 'twitter-text';

/** A link as twitter-text finds it: with or without a scheme. */
export interface BareUrl {
  url: string;
  /** UTF-16 offsets, the end exclusive. */
  start: number;
  end: number;
}

const urlCharsMax = 4_096;
const tcoSlugCharsMax = 40;
const dnsLabelCharsMax = 63;
/** No label of so few characters is too long in punycode, which takes at most six for each, and four before them. */
const surelyFittingChars = 8;

/** The library's grammar by its parts. Its types know fewer than there are. */
const grammar = twitterText.regexen;
const sourceOf = (part: RegExp): string => `(?:${part.source})`;
const scheme = /https?:\/\//iy;
const topLevel = new RegExp(
  [grammar.validGTLD, grammar.validCCTLD, grammar.validPunycode].map(sourceOf).join('|'),
  'iy',
);
const queryEnding = /[a-z0-9\-_&=#/]/i;
const behindDomain = new RegExp(
  `(?::${sourceOf(grammar.validPortNumber)})?(/${sourceOf(grammar.validUrlPath)}*)?` +
    `(\\?${sourceOf(grammar.validUrlQueryChars)}*${sourceOf(queryEnding)})?`,
  'iy',
);

const inLabel = 1;
const maybeBefore = 2;
const inAsciiLabel = 4;

let kindsByUnit: Uint8Array | undefined;

/** What each UTF-16 unit may be in a link, asked of the library's own classes, once in a process. */
function readKinds(): Uint8Array {
  const classes = [
    [inLabel, new RegExp(grammar.validDomainChars.source, 'i')],
    [maybeBefore, new RegExp(`^(?!$)${sourceOf(grammar.validUrlPrecedingChars)}$`, 'i')],
    [inAsciiLabel, new RegExp(`[-a-z0-9${grammar.latinAccentChars.source}]`, 'i')],
  ] as const;
  const kinds = new Uint8Array(0x10000);
  for (let unit = 0; unit < kinds.length; unit += 1) {
    const character = String.fromCharCode(unit);
    for (const [kind, test] of classes) if (test.test(character)) kinds[unit] = (kinds[unit] ?? 0) | kind;
  }
  return kinds;
}

function kindAt(text: string, at: number): number {
  kindsByUnit ??= readKinds();
  return kindsByUnit[text.charCodeAt(at)] ?? 0;
}

/**
 * What `extractUrlsWithIndices` of twitter-text finds, in time that grows with the text alone. The library's
 * expression tries each start anew and goes on to the end of a row of labels each time, which takes seconds for
 * `日.日.日.`. Here the rows are read once, and each start looks its answer up.
 */
export function findBareUrls(text: string): BareUrl[] {
  if (!text.includes('.')) return [];
  const domains = readDomains(text, inLabel);
  const found: BareUrl[] = [];
  for (let before = 0; before < text.length; before += 1) {
    const match = matchAfter(text, domains, before);
    if (match === undefined) continue;
    addUrls(text, match, found);
    before = match.end - 1;
  }
  return found;
}

interface Match {
  /** Of the link, its scheme included. */
  start: number;
  end: number;
  domainStart: number;
  domainEnd: number;
  before: string;
  hasPath: boolean;
}

/** A link behind the character at `before`; at the very beginning of a text, one without a character before it too. */
function matchAfter(text: string, domains: Domains, before: number): Match | undefined {
  const behind =
    (kindAt(text, before) & maybeBefore) === 0
      ? undefined
      : matchAt(text, domains, before + 1, text.charAt(before));
  return behind ?? (before === 0 ? matchAt(text, domains, 0, '') : undefined);
}

function matchAt(text: string, domains: Domains, start: number, before: string): Match | undefined {
  if (start >= text.length || (kindAt(text, start) & inLabel) === 0) return undefined;
  scheme.lastIndex = start;
  const domainStart = scheme.test(text) ? scheme.lastIndex : start;
  const domainEnd = domains.endFrom(domainStart);
  if (domainEnd === undefined) return undefined;
  behindDomain.lastIndex = domainEnd;
  const rest = behindDomain.exec(text);
  const end = domainEnd + (rest?.[0].length ?? 0);
  return { start, end, domainStart, domainEnd, before, hasPath: rest?.[1] !== undefined };
}

function addUrls(text: string, match: Match, found: BareUrl[]): void {
  const url = text.slice(match.start, match.end);
  const domain = text.slice(match.domainStart, match.domainEnd);
  const schemeChars = match.domainStart - match.start;
  if (url.length + (schemeChars === 0 ? 'https://'.length : schemeChars) > urlCharsMax) return;
  const names = findAsciiNames(domain);
  if (domain.startsWith('xn--') && names.length === 0) return;
  if (!domain.split('.').every(fitsDns)) return;
  if (schemeChars > 0) {
    const tco = grammar.validTcoUrl.exec(url);
    if ((tco?.[1] ?? '').length > tcoSlugCharsMax) return;
    const taken = tco?.[0] ?? url;
    found.push({ url: taken, start: match.start, end: match.start + taken.length });
    return;
  }
  if (/[-_./]$/.test(match.before)) return;
  const last = names.pop();
  if (last === undefined) return;
  const shifted = (name: BareUrl): BareUrl => ({
    url: name.url,
    start: match.start + name.start,
    end: match.start + name.end,
  });
  found.push(...names.map(shifted));
  // Whatever stands behind a domain is the last name's, if there is a path.
  const withRest = {
    ...shifted(last),
    url: last.url + text.slice(match.domainEnd, match.end),
    end: match.end,
  };
  found.push(match.hasPath ? withRest : shifted(last));
}

/** Names in Latin letters within a domain that may have others; only they are links without a scheme. */
function findAsciiNames(domain: string): BareUrl[] {
  const labels = readDomains(domain, inAsciiLabel);
  const names: BareUrl[] = [];
  let searchedTo = 0;
  for (let at = 0; at < domain.length; at += 1) {
    const end = labels.endFrom(at);
    if (end === undefined) continue;
    const url = domain.slice(at, end);
    // As the library does: where the same letters stand earlier, within another name, those are taken.
    const start = domain.indexOf(url, searchedTo);
    searchedTo = start + url.length;
    names.push({ url, start, end: searchedTo });
    at = end - 1;
  }
  return names;
}

/** Whether a label is a DNS label in punycode; the library is asked where its length does not tell. */
function fitsDns(label: string): boolean {
  if (/^[\0-\x7f]*$/.test(label)) return label.length > 0 && label.length <= dnsLabelCharsMax;
  if (label.length > 2 * dnsLabelCharsMax) return false;
  if (label.length <= surelyFittingChars && !/[@\u3002\uFF0E\uFF61]/.test(label)) return true;
  return twitterText.extractUrlsWithIndices(`https://${label}.a.com`).length > 0;
}

interface Domains {
  /** Where the longest domain that begins at this offset ends. */
  endFrom: (start: number) => number | undefined;
}

interface Label {
  start: number;
  /** Of the dot behind it. */
  dotAt: number;
  /** What begins behind the dot is a top-level domain up to here; -1: it is none. */
  topLevelEnd: number;
  /** Such a label may stand in front, not next to the top-level domain; -1: it has no underscore. */
  underscoreAt: number;
  /** Whether its last character is one that labels may end with. */
  endsWell: boolean;
  /** Where the longest domain ends that begins with the next label; -1: none does. */
  endBehind: number;
}

/** Reads a text once, and knows afterwards for each offset how far a domain from there reaches. */
function readDomains(text: string, kind: number): Domains {
  const isIn = (at: number): boolean => (kindAt(text, at) & kind) !== 0;
  const labels = readLabels(text, kind, isIn);
  let next: Label | undefined;
  for (const label of labels.toReversed()) {
    const isJoined = next?.start === label.dotAt + 1 && isIn(next.start);
    label.endBehind = next !== undefined && isJoined ? endFrom(next, next.start) : -1;
    next = label;
  }
  let index = 0;
  return {
    endFrom: (start) => {
      if (!isIn(start)) return undefined;
      // Callers go from left to right, but for the length of a scheme.
      while ((labels[index - 1]?.dotAt ?? -1) >= start) index -= 1;
      while ((labels[index]?.dotAt ?? start) < start) index += 1;
      const label = labels[index];
      const end = label === undefined || start < label.start ? -1 : endFrom(label, start);
      return end < 0 ? undefined : end;
    },
  };
}

function endFrom(label: Label, start: number): number {
  if (!label.endsWell || start >= label.dotAt) return -1;
  if (label.endBehind >= 0) return label.endBehind;
  return label.underscoreAt < start ? label.topLevelEnd : -1;
}

/** Whatever ends with a dot and has nothing in it that no label has. */
function readLabels(text: string, kind: number, isIn: (at: number) => boolean): Label[] {
  const labels: Label[] = [];
  let start = 0;
  let underscoreAt = -1;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '_' && kind === inLabel) underscoreAt = at;
    else if (character === '.') {
      topLevel.lastIndex = at + 1;
      const topLevelEnd = topLevel.test(text) ? topLevel.lastIndex : -1;
      const endsWell = at > start && isIn(at - 1);
      labels.push({ start, dotAt: at, topLevelEnd, underscoreAt, endsWell, endBehind: -1 });
      underscoreAt = -1;
      start = at + 1;
    } else if (!isIn(at) && !(character === '-' && kind === inLabel)) {
      underscoreAt = -1;
      start = at + 1;
    }
  }
  return labels;
}
