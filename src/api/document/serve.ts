import type { OpenAPIHono } from '@hono/zod-openapi';
import type { Clock } from '../../clock.js';
import { exampleDay, withTimesMoved } from './current-times.js';
import { textOf } from './document.js';
import { yamlOf } from './yaml.js';
import type { ApiEnv } from '../types.js';

interface OfADay {
  day: number;
  json: string;
  /** The YAML text, which is made on the first request for it. */
  yaml?: string;
}

/**
 * Serves the API's description under each prefix, as JSON and as YAML. It is built at the first request of each day, so
 * that the times in its examples are current.
 */
export function registerDescription(
  app: OpenAPIHono<ApiEnv>,
  { clock, describe, prefixes }: { clock: Clock; describe: () => object; prefixes: readonly string[] },
): void {
  let kept: OfADay | undefined;
  const ofToday = (): OfADay => {
    const day = exampleDay(clock.now());
    if (kept?.day !== day) kept = { day, json: textOf(withTimesMoved(describe(), day)) };
    return kept;
  };
  const yamlOfToday = (): string => {
    const today = ofToday();
    today.yaml ??= yamlOf(JSON.parse(today.json));
    return today.yaml;
  };
  for (const prefix of prefixes) {
    app.get(`${prefix}/openapi.json`, (c) =>
      c.body(ofToday().json, 200, { 'Content-Type': 'application/json; charset=utf-8' }),
    );
    app.get(`${prefix}/openapi.yaml`, (c) =>
      c.body(yamlOfToday(), 200, { 'Content-Type': 'application/yaml; charset=utf-8' }),
    );
  }
}
