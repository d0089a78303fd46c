/** Matches a first word that keeps its capital: a known name, or a word with another capital, a digit or an underscore. */
const capitalizedWord =
  /^(Bluesky|Facebook|Instagram|Pinterest|Threads|Punctual|Stripe|Google|Meta|Postgres|Temporal|X|I)\b|^[A-Z][a-z]*[A-Z0-9_]/;

/** Matches between two sentences, but not after an abbreviation such as "e.g.". */
const sentenceBreak = /(?<!\b(?:e\.g|i\.e|vs|etc))[.!?] (?=["“]?\p{Lu})/u;

/**
 * Joins the sentences of a message with semicolons, because the contract requires one sentence
 * (docs/contract.md#errors). Messages are written as normal sentences and joined when they are sent.
 */
export function joinSentences(message: string): string {
  const [first = '', ...others] = message.split(sentenceBreak);
  return [first, ...others.map((each) => (capitalizedWord.test(each) ? each : withSmallInitial(each)))].join(
    '; ',
  );
}

const withSmallInitial = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Joins the sentences of each finding's message. */
export function withJoinedSentences<F extends { message: string }>(findings: readonly F[]): F[] {
  return findings.map((finding) => ({ ...finding, message: joinSentences(finding.message) }));
}
