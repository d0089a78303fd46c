// Module hooks that resolve our .js specifiers to .ts files and strip their types. Loading the compiler takes longer
// than the rest of a small process, so its output is kept in .cache/typescript, named by the digest of its input.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { inProject, readText, sha256 } from './project.mjs';

const cacheDir = inProject('.cache', 'typescript');
const compiler = inProject('node_modules', 'typescript', 'package.json');
const stripper = sha256(
  readFileSync(compiler, 'utf8') + readFileSync(fileURLToPath(import.meta.url), 'utf8'),
);

export async function resolve(specifier, context, next) {
  const isOurs = /^\.{1,2}\/.*\.js$/.test(specifier) && context.parentURL?.endsWith('.ts');
  const source = isOurs ? new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL) : null;
  if (source !== null && existsSync(fileURLToPath(source))) {
    return { url: source.href, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const text = readFileSync(fileURLToPath(url), 'utf8');
  const file = `${cacheDir}/${sha256(stripper + text)}.js`;
  const source = readText(file) ?? keep(file, await strip(text));
  return { format: 'module', source, shortCircuit: true };
}

async function strip(text) {
  const { default: ts } = await import('typescript');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  return ts.transpileModule(text, { compilerOptions }).outputText;
}

/** Stores a text in the cache in one step, because other processes read the file at the same time. */
function keep(file, text) {
  mkdirSync(cacheDir, { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
  return text;
}
