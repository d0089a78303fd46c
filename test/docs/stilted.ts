/** Words that readers stumble over, in any text. */
export const stilted = [
  /came of it/i,
  /\bis over\b/i,
  /\bmend(s|ed|ing)?\b/i,
  /\bfilms?\b/i,
  /\bstands? in\b/i,
  /e-mail/i,
  /letter by letter/i,
  /\banew\b/i,
  /\bis of use\b/i,
  /\bat the dashboard/i,
  /\bin its reach\b/i,
  /\bwhoever\b/i,
  /\b(told|tells?) of\b/i,
  /\b(may|can|could|to) be had\b/i,
  /\bas good as\b/i,
  /\bof no (further )?use\b/i,
  /\bhanded in\b/i,
  /\bin vain\b/i,
  /\bby address\b/i,
  /\b(hereby|thereby|thereof|whereby|wherein|upon)\b/i,
  /\bcancell(ed|ing)\b/,
  /\b(behaviour|favour|honour|spelt)|(author|organ|recogn)is(e|es|ed|ing|ation)\b/i,
];

/** The prose of a page, without its code. */
export const proseOf = (markdown: string): string =>
  markdown.replaceAll(/^ *```[^]*?^ *```/gm, '').replaceAll(/`[^`\n]*`/g, '');

/** The comments of a source, one text for each. */
export const commentsOf = (source: string): string[] =>
  source
    .replaceAll(/^\s*\/\/ (.*)\n(?=\s*\/\/ )/gm, '// $1 ')
    .match(/\/\*\*[^]*?\*\/|(?<=^|\s)\/\/ .*$/gm)
    ?.map((comment) =>
      comment.replaceAll(/^\s*\*+\/?|\/\*\*|\*\/|\/\/ /gm, ' ').replaceAll(/`[^`\n]*`/g, ''),
    ) ?? [];

/** The strings of a source that consist of several words, without the names in its code. */
export const textsOf = (source: string): string =>
  (withoutComments(source).match(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [])
    .filter((text) => /[a-z] [a-z]/i.test(text))
    .join('\n');

/** Returns a source without its comments: its code, with the texts that it shows. */
export const withoutComments = (source: string): string =>
  source.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/(^|\s)\/\/ .*$/gm, '');

/** The titles of a test file, as its source contains them. */
export const titlesOf = (source: string): string[] =>
  [...source.matchAll(/(?:\b(?:it|test|describe)(?:\.\w+)*\(|\)\()\s*(['"`])(.+?)\1\s*,/g)].map(
    ([, , title = '']) => title,
  );

/** A title with such a beginning is the rest of a sentence, which is hard to read in a report. */
export const midSentence = /^(of|that|what|who|whose|whoever|where|and|or|but|to|by|for|from) /;

/** A comment with such a beginning is a riddle. The other words hide which user, process or file is meant. */
export const riddle =
  /^(What|Who|Whoever|Whose|Of|That|Those)\b|\b([Nn]o|[Ss]ome|[Aa]ny|[Ee]very)body\b|\b(medium|owed|owes)\b/;
