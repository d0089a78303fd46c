/** Words and comments of a language. It is a lexer, not a parser, which is enough for samples. */
interface Grammar {
  /** The sign of a comment that ends with the line. */
  comment?: string;
  words: string;
  /** The quotes of texts. */
  quotes: string;
}

const script = 'await const export from function if import let new null return true false undefined while';
const grammars: Readonly<Record<string, Grammar>> = {
  json: { words: 'true false null', quotes: '"' },
  sh: { comment: '#', words: 'cd curl do done export fi for if npm then while', quotes: `"'` },
  typescript: { comment: '//', words: script, quotes: `"'\`` },
  python: {
    comment: '#',
    words: 'and as def else except for from if import in None not print raise return True False while with',
    quotes: `"'`,
  },
  go: {
    comment: '//',
    words: 'err for func if import map nil package range return true false type var any string',
    quotes: '"`',
  },
  php: { comment: '//', words: 'echo false function if new null return true', quotes: `"'` },
  ruby: { comment: '#', words: 'def do else end false if nil puts require return true', quotes: `"'` },
  yaml: { comment: '#', words: 'true false null', quotes: `"'` },
};
const aliases: Readonly<Record<string, string>> = {
  bash: 'sh',
  curl: 'sh',
  js: 'typescript',
  py: 'python',
  rb: 'ruby',
  ts: 'typescript',
  yml: 'yaml',
};

/** Longer code is shown without colors. */
const coloredCharsMax = 40_000;

/** Returns code as HTML with its comments, texts, numbers and words marked. Everything else is escaped text. */
export function highlighted(code: string, language: string): string {
  const name = aliases[language] ?? language;
  const grammar = Object.hasOwn(grammars, name) ? grammars[name] : undefined;
  if (grammar === undefined || code.length > coloredCharsMax) return escaped(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(patternOf(grammar))) {
    const [text] = match;
    html += escaped(code.slice(end, match.index)) + marked(text, kindOf(match.groups ?? {}, grammar));
    end = match.index + text.length;
  }
  return html + escaped(code.slice(end));
}

/** A text without its last quote extends to the end, so that the time grows only with the length. */
function patternOf({ comment, quotes }: Grammar): RegExp {
  const texts = [...quotes]
    .map((quote) => `${quote}(?:[^${quote}\\\\]|\\\\.)*(?:${quote}|(?![^]))`)
    .join('|');
  const comments = comment === undefined ? '(?!)' : `(?<=^|\\s)${comment}[^\\n]*`;
  return new RegExp(
    `(?<comment>${comments})|(?<text>${texts})|(?<number>\\b\\d[\\d_.]*\\b)|(?<word>\\b[A-Za-z_]\\w*\\b)`,
    'gsm',
  );
}

type Kind = 'comment' | 'text' | 'number' | 'word';

function kindOf(groups: Readonly<Record<string, string | undefined>>, { words }: Grammar): Kind | undefined {
  if (groups['comment'] !== undefined) return 'comment';
  if (groups['text'] !== undefined) return 'text';
  if (groups['number'] !== undefined) return 'number';
  return words.split(' ').includes(groups['word'] ?? '') ? 'word' : undefined;
}

const marked = (text: string, kind: Kind | undefined): string =>
  kind === undefined ? escaped(text) : `<span class="c-${kind}">${escaped(text)}</span>`;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
