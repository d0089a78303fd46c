import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { inProject } from '../../src/project-root.js';

export type ComposeFile = 'compose.yaml' | 'compose.small.yaml';

const schema = z.object({
  services: z.record(z.string(), z.object({ environment: z.record(z.string(), z.string()).default({}) })),
});

/** The variables that files of deploy/ set for a service. A later file replaces those of an earlier one. */
export function composeEnvironment(service: string, files: readonly ComposeFile[]): Record<string, string> {
  const each = files.map((file) => {
    const parsed: unknown = parse(readFileSync(inProject('deploy', file), 'utf8'), { merge: true });
    return schema.parse(parsed).services[service]?.environment ?? {};
  });
  return Object.assign({}, ...each) as Record<string, string>;
}
