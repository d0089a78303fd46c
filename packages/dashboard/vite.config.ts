import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import compileMessage from 'icu-minify/compile';
import { defineConfig, transformWithOxc, type Plugin } from 'vite';

/** The URL where `npm start` serves the API, unless the environment sets another one. */
const apiOrigin = process.env['PUNCTUAL_URL'] ?? 'http://127.0.0.1:3000';
/** The origin that the API takes for its own. */
const publicOrigin = process.env['PUBLIC_URL'] ?? apiOrigin;
const served = ['/api', '/mcp', '/docs', '/openapi.json', '/openapi.yaml', '/connect', '/storage'];

/** Beside each file its gzip, so that the API process compresses nothing. From the disk: other plug-ins edit chunks until the end. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css|svg|json)$/.test(file))) {
        const file = path.join(dir ?? '', name);
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
      }
    },
  };
}

const emojiFolder = fileURLToPath(new URL('../../node_modules/emojibase-data', import.meta.url));
const { version: emojiVersion } = JSON.parse(
  readFileSync(path.join(emojiFolder, 'package.json'), 'utf8'),
) as { version: string };
const emojiUrl = `/assets/emoji-${emojiVersion}`;
const emojiFiles = ['en', 'de'].flatMap((language) =>
  ['data', 'messages'].map((file) => `${language}/${file}.json`),
);

/** The names of the emoji, which the picker reads from the folder `emojiUrl`. Its name changes with the data's version. */
function emojiNames(): Plugin {
  return {
    name: 'emoji-names',
    generateBundle() {
      for (const file of emojiFiles) {
        const source = readFileSync(path.join(emojiFolder, file));
        this.emitFile({ type: 'asset', fileName: `${emojiUrl.slice(1)}/${file}`, source });
      }
    },
    configureServer({ middlewares }) {
      middlewares.use(emojiUrl, ({ url = '' }, answer, next) => {
        const file = emojiFiles.find((one) => url === `/${one}`);
        if (file === undefined) next();
        else answer.end(readFileSync(path.join(emojiFolder, file)));
      });
    },
  };
}

type Messages = { [key: string]: string | Messages };
const compiled = (messages: Messages): object =>
  Object.fromEntries(
    Object.entries(messages).map(([key, message]) => [
      key,
      typeof message === 'string' ? compileMessage(message) : compiled(message),
    ]),
  );

/** Parses the messages while building, so that no browser needs a parser. */
function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/messages\/(?:server\/)?[a-z]{2}\/[\w-]+\.ts$/ },
      async handler(code, id) {
        const script = await transformWithOxc(code, id);
        const url = `data:text/javascript,${encodeURIComponent(script.code)}`;
        const { default: messages } = (await import(url)) as { default: Messages };
        return { code: `export default ${JSON.stringify(compiled(messages))}`, map: null };
      },
    },
  };
}

/** The code that is run first, and what all other code shares with it. */
const earlyFirst =
  /rolldown[\\/]runtime|[\\/]src[\\/](?:early|api[\\/]early|lib[\\/](?:dates|in-browser|language|signed-in))\.ts$/;

/** The code of the month that other views of the calendar share. Popups are not part of it. */
const monthParts =
  /[\\/]screens[\\/]calendar[\\/](?:labels|new-post-time|state-icon|tile-names|use-day-drag)\.tsx?$/;

/** Shared code that brings no popups with it. */
const smallParts =
  /[\\/]src[\\/](?:(?:api|lib)[\\/]|ui[\\/](?:choice-boxes|field|icon-button|segments|thumbnail)\.tsx$)|[\\/]lucide-react[\\/]/;

/** Messages, but for those that are loaded first. */
const otherMessages = /[\\/]src[\\/]messages[\\/](?!(?:common|load-messages|refusals|shell|shortcuts)\.ts$)/;

interface ModuleGraph {
  getModuleInfo: (id: string) => { importedIds: string[] } | null;
}

/** Names the chunk of shared code. A module that waits for messages is not part of it, because all of it would wait. */
function withoutMessages(id: string, graph: ModuleGraph): string | null {
  const known = new Set<string>();
  const waits = (one: string): boolean => {
    if (known.has(one)) return false;
    known.add(one);
    if (otherMessages.test(one)) return true;
    return graph.getModuleInfo(one)?.importedIds.some(waits) ?? false;
  };
  return waits(id) ? null : 'common';
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [compiledMessages(), emojiNames(), react(), tailwind(), precompressed()],
  define: { emojiUrl: JSON.stringify(emojiUrl) },
  // The one that formats compiled messages.
  resolve: {
    alias: {
      'use-intl/format-message': 'use-intl/format-message/format-only',
      // React has what it stands in for.
      'use-sync-external-store/shim': 'use-sync-external-store',
    },
  },
  build: {
    outDir: fileURLToPath(new URL('../../dist/dashboard', import.meta.url)),
    emptyOutDir: true,
    // The policy of the pages allows no inlined data in style sheets, and no inline script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: 'manifest.json',
    // What the release lists as contained (scripts/lib/release/packages.mjs).
    license: { fileName: 'licenses.json' },
    target: 'es2023',
    // Few chunks, because each is a request, and many small ones compress worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // Both wait for no messages, so that data are requested early.
            { name: 'early', test: earlyFirst, priority: 4 },
            { name: 'early-calendar', test: /calendar[\\/]early\.ts$/, priority: 3 },
            { name: 'first', tags: ['$initial'], priority: 2 },
            { name: 'preload', test: /calendar[\\/]preload\.ts$/, priority: 1 },
            { name: withoutMessages, test: smallParts, minShareCount: 3, priority: 1 },
            { name: 'labels', test: /[\\/]lib[\\/]labels\.ts$/, priority: 1 },
            { name: 'calendar', test: monthParts },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    // As the API's own origin, which is the only one whose requests it takes with a cookie.
    proxy: Object.fromEntries(
      served.map((prefix) => [prefix, { target: apiOrigin, headers: { origin: publicOrigin } }]),
    ),
  },
});
