import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorCodes } from '../errors/codes.js';
import { docPathOf, targetDocPathOf } from '../errors/doc-urls.js';
import { targetErrorCodes } from '../../domain/target-errors.js';
import { renderGuide, type Guide } from './markdown.js';
import { docSections, titles, unsortedTitle } from './sections.js';

export interface GuidePage extends Guide {
  /** The path in the repository, such as `docs/uploads.md`. */
  file: string;
  url: string;
  section: string;
}

/** The sidebar shows only the first page of a longer section. That page lists the others. */
const listedLinksMax = 16;

export interface SectionLinks {
  title: string;
  /** All links, or only the first one if the section is long. */
  shown: SectionLinks['links'];
  links: { title: string; url: string; summary: string }[];
}

export interface Library {
  /** Keyed by the part of the URL after /docs/. */
  pages: ReadonlyMap<string, GuidePage>;
  /** Keyed by the path in the repository. */
  byFile: ReadonlyMap<string, GuidePage>;
  sections: readonly SectionLinks[];
  /** The pictures of docs/images, by name. */
  images: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
  resolve: (file: string, href: string) => string | null;
}

const imagesFolder = 'docs/images';
const imageTypes: Readonly<Record<string, string>> = { '.png': 'image/png', '.svg': 'image/svg+xml' };
export const imageTypeOf = (name: string): string | undefined => imageTypes[path.extname(name)];

/** The headings of these files are codes, and each code has its own page. */
const codePages: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  'docs/errors.md': new Map(errorCodes.map((code) => [code.toLowerCase(), docPathOf(code)])),
  'docs/target-errors.md': new Map(
    targetErrorCodes.map((code) => [code.toLowerCase(), targetDocPathOf(code)]),
  ),
};

/** The files whose sections are codes. */
export const codeFiles: ReadonlySet<string> = new Set(Object.keys(codePages));

/** Reads README.md and every Markdown file in docs/, so that a new file is served without further steps. */
export async function readLibrary(root: string): Promise<Library> {
  const files = await guideFiles(root);
  const urls = new Map(files.map((file) => [file, urlOf(file)]));
  const images = await readImages(root);
  const resolve = (file: string, href: string): string | null => resolveLink({ urls, images }, file, href);
  const sources = new Map<string, string>();
  for (const file of files) sources.set(file, await readFile(path.join(root, file), 'utf8'));
  const titleOf = (from: string, href: string): string | undefined => {
    const file = path.posix.join(path.posix.dirname(from), href.split('#')[0] ?? '');
    return titles[file] ?? /^# (.+)$/m.exec(sources.get(file) ?? '')?.[1]?.replaceAll(/[*`]/g, '');
  };
  const guides = new Map<string, Guide>();
  for (const [file, source] of sources) {
    const targets = {
      resolve: (href: string) => resolve(file, href),
      titleOf: (href: string) => titleOf(file, href),
    };
    guides.set(file, renderGuide(source, targets));
    // All of them take seconds on a small machine, and requests must not wait so long.
    await nextTurn();
  }
  const byFile = new Map<string, GuidePage>();
  for (const [section, members] of sortIntoSections(files)) {
    for (const file of members) {
      const guide = guides.get(file);
      if (guide === undefined) continue;
      const title = titles[file] ?? guide.title;
      byFile.set(file, { ...guide, title, file, url: urlOf(file), section });
    }
  }
  const pages = new Map([...byFile.values()].map((page) => [page.url.slice('/docs/'.length), page]));
  return { pages, byFile, sections: linksOf([...byFile.values()]), images, resolve };
}

async function guideFiles(root: string): Promise<string[]> {
  const inDocs = await readdir(path.join(root, 'docs'), { recursive: true });
  const files = inDocs.map((name) => `docs/${name.replaceAll(path.sep, '/')}`);
  const start = existsSync(path.join(root, 'README.md')) ? ['README.md'] : [];
  return [...start, ...files.filter((file) => file.endsWith('.md')).sort()];
}

async function readImages(root: string): Promise<Library['images']> {
  const folder = path.join(root, imagesFolder);
  const names = existsSync(folder) ? await readdir(folder) : [];
  const images = new Map<string, Uint8Array<ArrayBuffer>>();
  for (const name of names.filter((one) => imageTypeOf(one) !== undefined)) {
    images.set(name, new Uint8Array(await readFile(path.join(folder, name))));
  }
  return images;
}

/** Returns the URL of a file's page. The README of a folder is the folder's own page. */
function urlOf(file: string): string {
  if (file === 'README.md') return '/docs/about';
  return `/${file.replace(/(\/README)?\.md$/, '')}`;
}

/** The files of each section, in order. A file that two sections name belongs to the first. */
function sortIntoSections(files: readonly string[]): Map<string, string[]> {
  const left = new Set(files);
  const sorted = new Map<string, string[]>();
  for (const section of docSections) {
    const members = section.files.flatMap((wanted) =>
      wanted.endsWith('/') ? inFolder([...left], wanted) : [...left].filter((file) => file === wanted),
    );
    for (const file of members) left.delete(file);
    sorted.set(section.title, members);
  }
  return sorted.set(unsortedTitle, [...left]);
}

function inFolder(files: readonly string[], folder: string): string[] {
  const members = files.filter((file) => file.startsWith(folder));
  const isIndex = (file: string): boolean => file === `${folder}README.md`;
  return [...members.filter(isIndex), ...members.filter((file) => !isIndex(file))];
}

function linksOf(pages: readonly GuidePage[]): SectionLinks[] {
  const fixed = new Map(docSections.map(({ title, pages: own = [] }) => [title, own]));
  return [...docSections.map(({ title }) => title), unsortedTitle]
    .map((section) => ({
      title: section,
      links: [
        ...(fixed.get(section) ?? []).map((page) => ({ ...page, summary: '' })),
        ...pages
          .filter((page) => page.section === section)
          .map(({ title, url, summary }) => ({ title, url, summary })),
      ],
    }))
    .filter(({ links }) => links.length > 0)
    .map((section) => ({
      ...section,
      shown: section.links.length > listedLinksMax ? section.links.slice(0, 1) : section.links,
    }));
}

interface Served {
  urls: ReadonlyMap<string, string>;
  images: Library['images'];
}

/** The URL on this site of a link in a file, or null if its target is not served. */
function resolveLink({ urls, images }: Served, from: string, href: string): string | null {
  if (/^(https?:\/\/|mailto:)/i.test(href) || href.startsWith('#')) return href;
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href)) return null;
  if (href.startsWith('/')) return href;
  const [target = '', fragment = ''] = href.split('#', 2);
  const file = path.posix.normalize(path.posix.join(path.posix.dirname(from), target)).replace(/\/$/, '');
  if (path.posix.dirname(file) === imagesFolder) {
    const name = path.posix.basename(file);
    return images.has(name) ? `/${file}` : null;
  }
  if (file === 'openapi.json') return '/openapi.json';
  const url = codePages[file]?.get(fragment) ?? urls.get(file) ?? urls.get(`${file}/README.md`);
  if (url === undefined) return file === 'docs' ? '/docs' : null;
  return fragment === '' || codePages[file]?.has(fragment) === true ? url : `${url}#${fragment}`;
}
