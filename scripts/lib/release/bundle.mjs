import { alias, harmless } from '../program.mjs';
import { fail, inProject } from '../project.mjs';

/** The entry points, by the file that each becomes in the release. */
const entries = {
  'bin/punctual.js': inProject('dist', 'bin', 'punctual.js'),
  'dist/program/media-worker.js': inProject('dist', 'media', 'worker', 'main.js'),
  'dist/workflow-thread.js': inTemporal('workflow', 'workflow-worker-thread.js'),
};
/** Packages that stay outside of the bundle: sharp loads its native code from the packages beside it. */
const external = ['sharp'];
/** Where the release keeps files that a bundled package reads from its own folder. */
export const dataFolder = 'dist/packages';
const bundledText = 'The release contains its workflows as a bundle, and nothing that bundles them again.';

function inTemporal(...parts) {
  return inProject('node_modules', '@temporalio', 'worker', 'lib', ...parts);
}

/** Bundles the built service into a folder. Returns the files of packages whose code is inside. */
export async function bundleServer(folder) {
  const { rolldown } = await import('rolldown');
  const bundle = await rolldown({
    cwd: inProject(),
    input: entries,
    platform: 'node',
    external,
    resolve: { alias },
    plugins: [withoutWorkflowBundler(), ownFolders()],
    onLog: (level, { message, code }) => {
      if (level === 'warn' && !harmless.has(code)) fail(`The bundler warns: ${message}`);
    },
  });
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    // Stack traces are readable without source maps, because names stay as they are.
    minify: false,
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name]',
    chunkFileNames: 'dist/chunks/[name]-[hash].js',
  });
  await bundle.close();
  return output.flatMap(({ moduleIds = [] }) => moduleIds).filter((id) => id.includes('/node_modules/'));
}

/** Replaces the part of Temporal's worker that bundles workflows, which would bring webpack and a compiler. */
const withoutWorkflowBundler = () => ({
  name: 'without-workflow-bundler',
  load(id) {
    if (id !== inTemporal('workflow', 'bundler.js')) return null;
    return `const refuse = () => { throw new Error(${JSON.stringify(bundledText)}); };
exports.defaultWorkflowInterceptorModules = [];
exports.WorkflowCodeBundler = class { constructor() { refuse(); } };
exports.bundleWorkflowCode = refuse;
`;
  },
});

/**
 * Gives modules of packages a folder of their own in the release in place of __dirname, which they read data from: the
 * native part of Temporal's SDK, and the code that reads source maps.
 */
const ownFolders = () => ({
  name: 'own-folders',
  transform(code, id) {
    if (!id.includes('/node_modules/') || !id.endsWith('.js')) return null;
    const root = `require(${JSON.stringify(inProject('dist', 'project-root.js'))}).inProject`;
    let text = code;
    if (id === inTemporal('workflow', 'threaded-vm.js'))
      text = replaceOnce(
        text,
        `require.resolve('./workflow-worker-thread')`,
        `${root}('dist/workflow-thread.js')`,
      );
    if (/\b__(dirname|filename)\b/.test(text)) {
      const own = `${root}(${JSON.stringify(`${dataFolder}/${id.split('/node_modules/').at(-1)}`)})`;
      text = `var __filename = ${own}, __dirname = require('node:path').dirname(__filename);\n${text}`;
    }
    return text === code ? null : text;
  },
});

function replaceOnce(text, before, after) {
  if (text.split(before).length !== 2)
    fail(`The bundle expects exactly one ${before}. Adapt ${import.meta.url}.`);
  return text.replace(before, after);
}
