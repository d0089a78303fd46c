import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The URL where `npm start` serves the API, unless the environment sets another one. */
const apiOrigin = process.env['PUNCTUAL_URL'] ?? 'http://127.0.0.1:3000';
/** The origin that the API takes for its own. */
const publicOrigin = process.env['PUBLIC_URL'] ?? apiOrigin;
const served = ['/api', '/docs', '/openapi.json', '/openapi.yaml', '/connect', '/storage'];

/** Beside each file its gzip, so that the API process compresses nothing. From the disk: other plug-ins edit chunks until the end. */
function precompressed(): Plugin {
  return {
    name: 'precompressed',
    writeBundle({ dir }, bundle) {
      for (const name of Object.keys(bundle).filter((file) => /\.(js|css|svg)$/.test(file))) {
        const file = path.join(dir ?? '', name);
        writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react(), tailwind(), precompressed()],
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
  },
  server: {
    port: 5173,
    // As the API's own origin, which is the only one whose requests it takes with a cookie.
    proxy: Object.fromEntries(
      served.map((prefix) => [prefix, { target: apiOrigin, headers: { origin: publicOrigin } }]),
    ),
  },
});
