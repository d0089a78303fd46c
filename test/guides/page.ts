import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const docsFolder = fileURLToPath(new URL('../../docs/', import.meta.url));

interface Page {
  /** The path below docs/. */
  name: string;
  text: string;
}

export const readPage = (name: string): Page => ({
  name,
  text: readFileSync(path.join(docsFolder, name), 'utf8'),
});

/** Returns every Markdown page below docs/. */
export function allPages(): Page[] {
  return readdirSync(docsFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map(readPage);
}

/** Returns the text below a heading, up to the next heading of the same or a higher level. */
export function sectionOf({ name, text }: Page, heading: string): string {
  const [, marks = ''] = new RegExp(`^(#+) ${escaped(heading)}$`, 'm').exec(text) ?? [];
  if (marks === '') throw new Error(`docs/${name} has no heading "${heading}"`);
  const begin = text.indexOf(`${marks} ${heading}\n`);
  const rest = text.slice(begin + marks.length);
  const end = rest.search(new RegExp(`^#{1,${marks.length}} `, 'm'));
  return end < 0 ? rest : rest.slice(0, end);
}

/** The cells of each table row, without the head and the line below it. */
export function tableRows(text: string): string[][] {
  const lines = text.split('\n').map((line) => line.trim());
  return lines
    .filter((line, index) => line.startsWith('|') && !isRule(line) && !isRule(lines[index + 1] ?? ''))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim()));
}

const isRule = (line: string): boolean => /^\|[\s:|-]+\|$/.test(line);

/** The rows of the table whose first column has this head. */
export function tableHeaded(text: string, head: string): string[][] {
  const begin = text.indexOf(`\n| ${head} |`);
  if (begin < 0) throw new Error(`there is no table "${head}"`);
  const [table = ''] = text.slice(begin + 1).split('\n\n');
  return tableRows(table);
}

/** Returns the words of a text that are in backticks. */
export const codeWords = (text: string): string[] =>
  [...text.matchAll(/`([^`\n]+)`/g)].map(([, word = '']) => word);

export function codeBlocks({ text }: Page, language: string): string[] {
  const pattern = new RegExp(`^( *)\`\`\`${escaped(language)}\\n([^]*?)^\\1\`\`\``, 'gm');
  return [...text.matchAll(pattern)].map(([, indent = '', code = '']) =>
    code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  );
}

export function codeBlock(page: Page, language: string, containing: string): string {
  const found = codeBlocks(page, language).find((code) => code.includes(containing));
  if (found === undefined) throw new Error(`docs/${page.name} has no ${language} block with ${containing}`);
  return found;
}

/** Returns the anchors of a page's headings, as GitHub creates them. */
export function anchorsOf(text: string): Set<string> {
  const outsideCode = text.replaceAll(/^ *```[^]*?^ *```/gm, '');
  const anchors = new Set<string>();
  for (const [, heading = ''] of outsideCode.matchAll(/^#+ (.+)$/gm)) {
    const slug = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-');
    let unique = slug;
    for (let count = 1; anchors.has(unique); count += 1) unique = `${slug}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Returns the links to other files and headings that do not exist. */
export function deadLinks({ name, text }: Page): string[] {
  const outsideCode = text.replaceAll(/^ *```[^]*?^ *```/gm, '').replaceAll(/`[^`\n]*`/g, '');
  const links = [...outsideCode.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  return links.filter((link) => !/^(https?:|mailto:|\/)/.test(link) && !leadsSomewhere(name, link));
}

function leadsSomewhere(name: string, link: string): boolean {
  const [file = '', anchor] = link.split('#');
  const target = path.resolve(docsFolder, path.dirname(name), file === '' ? path.basename(name) : file);
  if (!existsSync(target)) return false;
  return anchor === undefined || anchorsOf(readFileSync(target, 'utf8')).has(anchor);
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
