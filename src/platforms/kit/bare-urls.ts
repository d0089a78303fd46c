import twitterText from 'twitter-text';

/** A link that twitter-text finds, with or without a scheme. */
export interface BareUrl {
  url: string;
  /** UTF-16 offsets; the end is exclusive. */
  start: number;
  end: number;
}

const urlCharsMax = 4_096;
const tcoSlugCharsMax = 40;
const dnsLabelCharsMax = 63;
/**
 * A label with so few characters is never too long in punycode, which needs at most six for each of them, plus four.
 */
const surelyFittingChars = 8;

/** The library's grammar. Its types do not list all the parts that are used here. */
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

/**
 * The possible roles of each UTF-16 unit in a link, according to the library's own classes. Computed once per
 * process.
 */
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
 * Finds the same links as `extractUrlsWithIndices` of twitter-text, in linear time. The library's regular
 * expression scans to the end of a series of labels from each start, which takes seconds for `日.日.日.`. Here
 * each series is scanned once, and each start looks up its result.
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
  /** The start of the link, including its scheme. */
  start: number;
  end: number;
  domainStart: number;
  domainEnd: number;
  before: string;
  hasPath: boolean;
}

/** Finds a link after the character at `before`. A link at the start of the text needs no character before it. */
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
  // A path belongs to the last name.
  const withRest = {
    ...shifted(last),
    url: last.url + text.slice(match.domainEnd, match.end),
    end: match.end,
  };
  found.push(match.hasPath ? withRest : shifted(last));
}

/** The names in Latin letters within a domain. Only these are links without a scheme. */
function findAsciiNames(domain: string): BareUrl[] {
  const labels = readDomains(domain, inAsciiLabel);
  const names: BareUrl[] = [];
  let searchedTo = 0;
  for (let at = 0; at < domain.length; at += 1) {
    const end = labels.endFrom(at);
    if (end === undefined) continue;
    const url = domain.slice(at, end);
    // As in the library, the first occurrence of the same letters is used, even if it is within another name.
    const start = domain.indexOf(url, searchedTo);
    searchedTo = start + url.length;
    names.push({ url, start, end: searchedTo });
    at = end - 1;
  }
  return names;
}

/** Whether a label is a valid DNS label in punycode. Asks the library if the label's length does not decide it. */
function fitsDns(label: string): boolean {
  if (/^[\0-\x7f]*$/.test(label)) return label.length > 0 && label.length <= dnsLabelCharsMax;
  if (label.length > 2 * dnsLabelCharsMax) return false;
  if (label.length <= surelyFittingChars && !/[@\u3002\uFF0E\uFF61]/.test(label)) return true;
  return twitterText.extractUrlsWithIndices(`https://${label}.a.com`).length > 0;
}

interface Domains {
  /** The end of the longest domain that starts at this offset. */
  endFrom: (start: number) => number | undefined;
}

interface Label {
  start: number;
  /** The position of the dot after the label. */
  dotAt: number;
  /** The end of the top-level domain after the dot, or -1 if there is none. */
  topLevelEnd: number;
  /**
   * The position of the last underscore, or -1. A label with an underscore can be a subdomain, but not next
   * to the top-level domain.
   */
  underscoreAt: number;
  /** Whether a label may end with its last character. */
  endsWell: boolean;
  /** The end of the longest domain that starts with the next label, or -1 if there is none. */
  endBehind: number;
}

/** Scans a text once, so that `endFrom` can look up the end of the domain at each offset. */
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
      // Callers go from left to right, and step back only by the length of a scheme.
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

/** Finds the labels of a text: parts that end with a dot and contain only characters that labels may have. */
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
