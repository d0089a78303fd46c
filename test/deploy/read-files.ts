import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { read } from '../docs/repository.js';

const service = z.object({
  image: z.string(),
  environment: z.record(z.string(), z.string()).default({}),
  ports: z.array(z.string()).default([]),
  command: z.array(z.string()).default([]),
  stop_grace_period: z.string().optional(),
  user: z.string().optional(),
});
export type ComposeService = z.infer<typeof service>;

/** Returns the services of the Compose file. Anchors and merge keys are resolved. */
export function composeServices(): Record<string, ComposeService> {
  const file: unknown = parse(read('deploy/compose.yaml'), { merge: true });
  return z.object({ services: z.record(z.string(), service) }).parse(file).services;
}

/** Returns the lines `key=value` of an env file or of a systemd unit, without comments and section names. */
export function assignments(file: string): [key: string, value: string][] {
  return read(file)
    .split('\n')
    .filter((line) => /^[A-Za-z_]+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
}

/** Returns the instructions of the Dockerfile, with their continued lines. */
export function dockerInstructions(): [name: string, rest: string][] {
  const text = read('deploy/Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ');
  return [...text.matchAll(/^([A-Z]+) +(.+)$/gm)].map(([, name = '', rest = '']) => [name, rest.trim()]);
}

/** Returns the variables that the image sets. */
export function imageEnvironment(): Record<string, string> {
  const settings = dockerInstructions().filter(([name]) => name === 'ENV');
  return Object.fromEntries(
    settings.flatMap(([, rest]) => rest.split(/\s+/).map((pair) => pair.split('=', 2) as [string, string])),
  );
}

/** Parses each document of a YAML file. Throws if one of them is not valid. */
export function parseYaml(file: string): unknown[] {
  return parseAllDocuments(read(file), { merge: true }).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as unknown;
  });
}
