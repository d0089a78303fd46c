import { parseArgs } from 'node:util';
import { explainPost, type TargetExplanation } from '../services/publishing/explain.js';
import type { ServiceDeps } from '../services/shared/context.js';
import { argumentFault } from './help.js';

export const explainUsage = `Usage:
  punctual explain <post_…> [--json]

Tells what a run of this post does next on each account, when, and why. It only reads the database: it changes nothing,
and asks neither Temporal nor a platform. docs/internals/publishing.md has the table of what follows each answer.`;

export interface ExplainCommand {
  deps: Pick<ServiceDeps, 'db' | 'clock' | 'publishing'>;
  print: (line: string) => void;
}

/** Runs the engineers' `explain` command. Returns the exit code. */
export async function runExplain(args: readonly string[], { deps, print }: ExplainCommand): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === 'string') {
    print(`${parsed}\n\n${explainUsage}`);
    return 1;
  }
  const { postId, json } = parsed;
  const explanation = await explainPost(deps, postId);
  if (explanation === undefined) {
    print(`There is no post ${postId}.`);
    return 1;
  }
  if (json) {
    print(JSON.stringify(explanation, null, 2));
    return 0;
  }
  print(`${postId} is ${explanation.status}.`);
  for (const target of explanation.targets) print(textOf(target));
  return 0;
}

function parse(args: readonly string[]): { postId: string; json: boolean } | string {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { json: { type: 'boolean', default: false } },
    });
    const [postId, ...rest] = positionals;
    if (postId === undefined) return 'Name a post.';
    return rest.length > 0 ? `Too many arguments: ${rest.join(' ')}.` : { postId, json: values.json };
  } catch (error) {
    return argumentFault(error);
  }
}

function textOf({ targetId, platform, step, attempts, next, at, because }: TargetExplanation): string {
  const part = step === null || step === 'POST' ? '' : `, ${step.toLowerCase().replace('_', ' ')}`;
  const tries = attempts === 1 ? '1 attempt' : `${attempts} attempts`;
  const when = at === null ? '' : ` at ${at.toISOString()}`;
  return `${platform}${part} (${targetId}, ${tries}): ${next}${when}, because ${because}.`;
}
