// Builds packages/n8n into its `dist`, or into the given folder: `node scripts/build-n8n.mjs [folder]`. `npm pack` runs
// it. n8n loads CommonJS, and a package with dependencies cannot be verified by n8n: each file contains all that it
// needs, except for n8n-workflow, which n8n provides.
import { copyFileSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { inProject } from './lib/project.mjs';

const sources = inProject('packages', 'n8n', 'src');
const dist = path.resolve(process.argv[2] ?? inProject('packages', 'n8n', 'dist'));
const provided = /^(node:.*|n8n-workflow)$/;

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const name of readdirSync(sources)) {
  if (!/[.](node|credentials)[.]ts$/.test(name)) continue;
  const bundle = await rolldown({
    cwd: inProject(),
    input: path.join(sources, name),
    platform: 'node',
    external: provided,
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(`The bundler warns: ${message}`);
    },
  });
  const file = path.join(dist, name.replace(/ts$/, 'js'));
  const { output } = await bundle.write({ file, format: 'cjs', minify: false });
  await bundle.close();
  const foreign = output[0].moduleIds.find((id) => id.includes('/node_modules/'));
  if (foreign !== undefined) throw new Error(`${name} would contain ${foreign}.`);
}
// The package itself is of ES modules.
writeFileSync(path.join(dist, 'package.json'), '{ "type": "commonjs" }\n');
copyFileSync(inProject('packages', 'dashboard', 'src', 'icon.svg'), path.join(dist, 'punctual.svg'));
