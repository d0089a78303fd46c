import { inProject } from './project.mjs';

/**
 * Packages that stay outside: both read files beside their own. Temporal's packages import each other, so all of them
 * stay, or parts of them would exist twice.
 */
const external = [/^sharp$/, /^@temporalio\//];
/** The package of that name is used instead of Node's own module, about which newer versions of Node warn. */
export const alias = { punycode: inProject('node_modules', 'punycode', 'punycode.js') };
/** Warnings about code of packages that cannot be changed here. */
export const harmless = new Set(['EVAL', 'COMMONJS_VARIABLE_IN_ESM', 'MISSING_NAME_OPTION_FOR_IIFE_EXPORT']);

/**
 * Bundles the command `punctual` and the process that inspects media, with their packages, so that each process reads
 * some large files instead of two thousand small ones. That halves the processor time of its start.
 */
export async function bundleProgram(folder) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: inProject(),
    input: {
      punctual: inProject('src', 'bin', 'punctual.ts'),
      'media-worker': inProject('src', 'media', 'worker', 'main.ts'),
    },
    platform: 'node',
    external,
    resolve: { alias, extensionAlias: { '.js': ['.ts', '.js'] } },
    transform: { target: 'node20' },
    onLog: (level, { message, code }) => {
      if (level === 'warn' && !harmless.has(code)) throw new Error(`The bundler warns: ${message}`);
    },
  });
  await bundle.write({
    dir: folder,
    format: 'esm',
    minify: false,
    // Stack traces name the sources.
    sourcemap: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
  });
  await bundle.close();
}
