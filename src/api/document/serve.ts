import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Clock } from '../../clock.js';
import { onceForEach } from '../../concurrency/once-for-each.js';
import { exampleDay, withTimesMoved } from './current-times.js';
import { textOf } from './document.js';
import { yamlOf } from './yaml.js';
import type { ApiEnv } from '../types.js';

/**
 * Returns the API's description as it is today. It is built at the first call of each day, so that the times in its
 * examples are current, and remains the same object until the next day.
 */
export function createDescription({
  clock,
  describe,
}: {
  clock: Clock;
  describe: () => object;
}): () => object {
  let kept: { day: number; document: object } | undefined;
  return () => {
    const day = exampleDay(clock.now());
    if (kept?.day !== day) kept = { day, document: withTimesMoved(describe(), day) };
    return kept.document;
  };
}

/** Serves the API's description under each prefix, as JSON and as YAML. */
export function registerDescription(
  app: OpenAPIHono<ApiEnv>,
  { description, prefixes }: { description: () => object; prefixes: readonly string[] },
): void {
  const json = onceForEach(description, textOf);
  const yaml = onceForEach(description, yamlOf);
  for (const prefix of prefixes) {
    app.get(`${prefix}/openapi.json`, (c) =>
      c.body(json(), 200, { 'Content-Type': 'application/json; charset=utf-8' }),
    );
    app.get(`${prefix}/openapi.yaml`, (c) =>
      c.body(yaml(), 200, { 'Content-Type': 'application/yaml; charset=utf-8' }),
    );
  }
}
