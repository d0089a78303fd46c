// Module hooks: our .js specifiers stand for .ts files, whose types are stripped.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };

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
  const { outputText } = ts.transpileModule(await readFile(fileURLToPath(url), 'utf8'), { compilerOptions });
  return { format: 'module', source: outputText, shortCircuit: true };
}
