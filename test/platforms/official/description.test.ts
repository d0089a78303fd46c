import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { platformDefinitions } from '../../../src/platforms/index.js';
import { descriptions, faultsOf } from './description.js';
import { deviations } from './deviations.js';
import type { Exchange } from './exchanges.js';

const pinterest = descriptions.filter(({ name }) => name === 'pinterest');

function faults(more: Partial<Exchange>, url = '/boards'): Promise<string[]> {
  const [path = '', query = ''] = url.split('?');
  const exchange: Exchange = {
    method: 'GET',
    path,
    query: new URLSearchParams(query),
    headers: { authorization: 'Bearer x', 'content-type': 'application/json' },
    body: Buffer.alloc(0),
    answer: null,
    ...more,
  };
  return Promise.all(pinterest.map((description) => faultsOf(description, exchange))).then((all) =>
    all.flat(),
  );
}
/** The number of operations that a source lists. */
const sourceSchema = z
  .object({ operations: z.union([z.array(z.string()), z.record(z.string(), z.unknown())]) })
  .transform(({ operations }) => {
    if (Array.isArray(operations)) return operations.length;
    const { methods } = operations;
    return Array.isArray(methods) ? methods.length : Object.keys(operations).length;
  });
const json = (value: object): Uint8Array => Buffer.from(JSON.stringify(value));
const source = { source_type: 'image_base64', content_type: 'image/png', data: 'AAAA' };
const answer = (status: number, value: object) => ({ status, headers: {}, body: JSON.stringify(value) });

describe('a description', () => {
  it('reports every part of a query that it does not know', async () => {
    expect(await faults({}, '/boards?page_size=250')).toEqual([]);
    expect(await faults({}, '/boards?page_size=251')).toHaveLength(1);
    expect(await faults({}, '/boards?pages=1')).toEqual(['GET /boards: query: Unrecognized key: "pages"']);
    expect(await faults({}, '/boards?page_size=1&page_size=2')).toHaveLength(1);
  });

  it('reports an unknown operation, an unknown body, and another kind of authorization', async () => {
    expect(await faults({}, '/nothing')).toEqual(['GET /nothing: is not described']);
    expect(await faults({ body: json({}) })).toEqual(['GET /boards: has a body']);
    expect(await faults({ headers: { authorization: 'Basic x' } })).toHaveLength(1);
  });

  it('reports unknown, missing and wrong fields of a body', async () => {
    const post = (body: object) => faults({ method: 'POST', body: json(body) }, '/pins');
    const pin = { board_id: '1', media_source: source };
    expect(await post(pin)).toEqual([]);
    expect(await post({ ...pin, nope: 1 })).toHaveLength(1);
    expect(await post({ ...pin, title: 'a'.repeat(101) })).toHaveLength(1);
    expect(await post({ ...pin, media_source: { ...source, data: undefined } })).toHaveLength(1);
    expect(await post({ ...pin, media_source: { ...source, content_type: 'image/webp' } })).toHaveLength(1);
  });

  it('reports every part of a response that it does not know', async () => {
    expect(await faults({ answer: answer(200, { items: [], bookmark: null }) })).toEqual([]);
    expect(await faults({ answer: answer(200, { items: [{ nope: 1 }] }) })).not.toEqual([]);
    expect(await faults({ answer: answer(400, { code: 1, message: 'no' }) })).toEqual([]);
    expect(await faults({ answer: answer(400, { error: 'no' }) })).not.toEqual([]);
    expect(await faults({ answer: answer(204, {}) })).toEqual(['GET /boards: answer has the status 204']);
  });

  it('can be read again with all its operations', async () => {
    const url = new URL('../../../scripts/lib/descriptions/sources.mjs', import.meta.url);
    const { sources } = z
      .object({ sources: z.record(z.string(), sourceSchema) })
      .parse(await import(url.href));
    for (const { name, operations } of descriptions) {
      expect(Object.keys(operations), name).toHaveLength(sources[name] ?? Object.keys(operations).length);
    }
    expect(descriptions.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(sources)));
  });

  it('exists for each platform, and each deviation names one', () => {
    const described = descriptions.flatMap(({ platforms }) => platforms);
    expect(new Set(described)).toEqual(new Set(platformDefinitions.map(({ name }) => name)));
    const names = descriptions.map(({ name }) => name);
    expect(deviations.filter(({ description }) => !names.includes(description))).toEqual([]);
  });
});
