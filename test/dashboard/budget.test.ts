import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtDashboard } from '../../src/api/pages/dashboard.js';

/** The compressed size of scripts and messages that are loaded before anything is shown. */
const firstLoadBytesMax = 150_000;
/** The limit for one screen; the composer is the largest. */
const screenBytesMax = 123_000;

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

const read = (name: string): Buffer => readFileSync(path.join(builtDashboard, name));
const manifest = (): Manifest => JSON.parse(read('manifest.json').toString()) as Manifest;

/** Returns a chunk together with all chunks that must be loaded before it runs. */
function withImports(chunks: Manifest, name: string, known = new Set<string>()): Set<string> {
  if (known.has(name)) return known;
  known.add(name);
  for (const imported of chunks[name]?.imports ?? []) withImports(chunks, imported, known);
  return known;
}

/** The chunks of the scripts that the page loads. */
function firstChunks(chunks: Manifest): Set<string> {
  const scripts = [
    ...read('index.html')
      .toString()
      .matchAll(/ src="\/(assets\/[^"]+\.js)"/g),
  ].map(([, file]) => file);
  const names = Object.keys(chunks).filter((name) => scripts.includes(chunks[name]?.file));
  return new Set(names.flatMap((name) => [...withImports(chunks, name)]));
}

/** The chunks that some chunks load later, such as screens and the messages of a language. */
const loadedBy = (chunks: Manifest, names: Iterable<string>): string[] => [
  ...new Set([...names].flatMap((name) => chunks[name]?.dynamicImports ?? [])),
];

/**
 * The translations of the server's messages are not among them: the first refusal by the server loads them
 * (`language.test.ts`).
 */
const messagesIn = (language: string, names: readonly string[]): string[] =>
  names.filter((name) => name.startsWith(`src/messages/${language}/`));

const bytesOf = (chunks: Manifest, names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + read(`${chunks[name]?.file ?? ''}.gz`).byteLength, 0);

describe('the built dashboard', () => {
  it('loads a limited amount of script at first, and for each screen', () => {
    const chunks = manifest();
    const first = firstChunks(chunks);
    const later = loadedBy(chunks, first);
    expect(bytesOf(chunks, first)).toBeGreaterThan(50_000);
    for (const language of ['en', 'de']) {
      const messages = messagesIn(language, later);
      expect(messages.length, language).toBeGreaterThan(0);
      expect(bytesOf(chunks, [...first, ...messages]), language).toBeLessThan(firstLoadBytesMax);
    }
    for (const screen of later) {
      const added = [...withImports(chunks, screen)].filter((name) => !first.has(name));
      expect(bytesOf(chunks, added), screen).toBeLessThan(screenBytesMax);
    }
  });

  it('has no inline code, and loads nothing from other origins', () => {
    const page = read('index.html').toString();
    expect(page).not.toMatch(/<script(?![^>]* src="\/assets\/)/);
    expect(page).not.toMatch(/<style| style=| on\w+=|https?:\/\//);
    for (const name of readdirSync(path.join(builtDashboard, 'assets')).filter((file) =>
      file.endsWith('.css'),
    )) {
      expect(read(path.join('assets', name)).toString()).not.toMatch(/url\((?!\/assets\/)|@import/);
    }
  });
});
