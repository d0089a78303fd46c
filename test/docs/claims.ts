import path from 'node:path';
import { exists, files, read } from './repository.js';

/** A wrong claim, described as a reader would report it. */
export type Fault = string;

const withoutFences = (markdown: string): string => markdown.replace(/^( *)(```+|~~~+)[^]*?^\1\2 *$/gm, '');
const withoutCode = (markdown: string): string => withoutFences(markdown).replace(/`[^`\n]*`/g, '`code`');

/** Returns the anchors that GitHub gives a page: one for each heading, and those that the page sets itself. */
export function anchorsOf(markdown: string): Set<string> {
  const seen = new Map<string, number>();
  const slugs = [...withoutFences(markdown).matchAll(/^#{1,6} +(.+?) *#*$/gm)].map(([, heading = '']) => {
    const slug = heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    const count = seen.get(slug) ?? 0;
    seen.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  });
  const own = [...markdown.matchAll(/<a (?:id|name)="([^"]+)">/g)].map(([, id = '']) => id);
  return new Set([...slugs, ...own]);
}

/** Returns the broken links to files of the repository and to their headings. Links to other sites are not checked. */
export function brokenLinks(file: string, markdown: string): Fault[] {
  const links = [...withoutCode(markdown).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)];
  return links.flatMap(([, target = '']) => {
    if (/^([a-z]+:|\/)/.test(target)) return [];
    const [name = '', anchor] = target.split('#');
    const linked = name === '' ? file : path.posix.join(path.posix.dirname(file), name);
    if (name !== '' && !exists(linked)) return [`${file}: links to ${target}, and there is no such file`];
    if (anchor === undefined || !linked.endsWith('.md')) return [];
    const page = linked === file ? markdown : read(linked);
    return anchorsOf(page).has(anchor) ? [] : [`${file}: links to ${target}, and there is no such heading`];
  });
}

const topFolders = 'src|test|deploy|docs|scripts|packages|examples|drizzle';
/** Matches a path from the root of the repository. */
const rootedPath = new RegExp(`(?<![\\w./@:-])(?:${topFolders})/[\\w./@*{}<>,…-]+`, 'g');
/** Matches the name of a source file, or the end of its path. */
const sourceFile = /^[\w./-]+\.(?:ts|tsx|mjs|cjs)$/;

/**
 * Returns missing paths that a text names, from the root or from the file's own folder. If a path has a placeholder,
 * only the folder before it is checked.
 */
export function missingPaths(file: string, text: string): Fault[] {
  return [...text.matchAll(rootedPath)].flatMap(([word]) => {
    const name = word.replace(/[.,]+$/, '');
    const placeholder = name.search(/[*{<…]/);
    const checked = placeholder === -1 ? name : name.slice(0, name.lastIndexOf('/', placeholder) + 1);
    const own = path.posix.join(path.posix.dirname(file), checked);
    const isThere = [checked, `${checked}.ts`, own].some(exists);
    return isThere ? [] : [`${file}: names ${name}, which does not exist`];
  });
}

/** Returns missing source files that a page names in backticks, possibly only by the end of their path. */
export function missingSources(file: string, markdown: string): Fault[] {
  const words = [...withoutFences(markdown).matchAll(/`([^`\s]+)`/g)].map(([, word = '']) => word);
  return words
    .filter((word) => sourceFile.test(word) && !word.startsWith('.'))
    .filter((word) => !files.some((known) => known === word || known.endsWith(`/${word}`)))
    .map((word) => `${file}: names ${word}, which does not exist`);
}

/**
 * Returns missing sections. Comments cite a section as a page with its anchor, or as a page followed by a heading or a
 * bold word in quotes.
 */
export function missingSections(file: string, text: string): Fault[] {
  const anchors = [...text.matchAll(/\b([\w./-]+\.md)#([\w-]+)/g)].flatMap(
    ([cited, page = '', anchor = '']) => {
      if (!exists(page)) return [`${file}: cites ${cited}, and there is no ${page}`];
      return anchorsOf(read(page)).has(anchor)
        ? []
        : [`${file}: cites ${cited}, and there is no such heading`];
    },
  );
  const titles = [...text.matchAll(/\b([\w./-]+\.md), "([^"]+)"/g)].flatMap(
    ([cited, page = '', title = '']) => {
      if (!exists(page)) return [`${file}: cites ${cited}, and there is no ${page}`];
      const markdown = read(page);
      const isThere = anchorsOf(markdown).has(slugOf(title)) || markdown.includes(`**${title}`);
      return isThere ? [] : [`${file}: cites ${cited}, and there is no such section`];
    },
  );
  return [...anchors, ...titles];
}

const slugOf = (title: string): string => [...anchorsOf(`# ${title}`)].join('');

const scripts = new Set(
  Object.keys((JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts),
);

/** Returns names in `npm run x` that package.json does not have. */
export function missingScripts(file: string, text: string): Fault[] {
  return [...text.matchAll(/\bnpm run ([a-z][a-z:-]*[a-z])/g)].flatMap(([, name = '']) =>
    scripts.has(name) ? [] : [`${file}: says npm run ${name}, and package.json has no such script`],
  );
}

/** Returns citations of texts outside the repository that only their authors can look up. */
export function unknownSources(file: string, text: string): Fault[] {
  return [...text.matchAll(/\((?:the )?spec\b[^)]*\)|\bdecisions table\b/gi)].map(
    ([cited]) => `${file}: cites ${cited}; cite docs/contract.md or docs/decisions`,
  );
}

/** The comments of a source file, joined, without the marks at the beginnings of lines. */
export function commentsOf(source: string): string {
  const lines = source.split('\n').map((line) => line.trim());
  return lines
    .filter((line) => /^(\/\/|\/\*|\*)/.test(line) || /\s\/\/ /.test(line))
    .map((line) =>
      line
        .replace(/^(\/\*\*?|\*\/|\*|\/\/)\s?/, '')
        .replace(/^.*?\s\/\/ /, '')
        .replace(/\*\/$/, ''),
    )
    .join(' ');
}
