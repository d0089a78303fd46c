import { expect, it } from 'vitest';
import { errorCodes, errorExamples, statusByCode } from '../../src/api/errors/codes.js';
import type { ErrorCode } from '../../src/domain/errors.js';
import { useTestApi } from '../harness/use-test-api.js';
import { connectProducers } from './producers/connect.js';
import { limitProducers } from './producers/limits.js';
import { mediaProducers } from './producers/media.js';
import { postProducers } from './producers/posts.js';
import { newWorld, type Producer } from './producers/producer.js';
import { sessionProducers } from './producers/sessions.js';

const producers: Readonly<Record<ErrorCode, Producer>> = {
  ...postProducers,
  ...sessionProducers,
  ...limitProducers,
  ...mediaProducers,
  ...connectProducers,
};

const api = useTestApi();

it('every error code is covered by a request of this test', () => {
  expect(Object.keys(producers).sort()).toEqual([...errorCodes].sort());
});

it.each(Object.entries(producers))(
  'Errors 3: %s is returned for a real request, with its status',
  async (code, produce) => {
    const answer = await produce(await newWorld(api));
    expect(answer.body, answer.text).toMatchObject({ code, statusCode: statusByCode[code as ErrorCode] });
    expect(answer.status).toBe(statusByCode[code as ErrorCode]);
    // Only `status` is in every FETCH_FAILED. Its other extras depend on the reason.
    const extras =
      code === 'FETCH_FAILED' ? ['status'] : Object.keys(errorExamples[code as ErrorCode].extras);
    for (const extra of extras) expect(answer.body, answer.text).toHaveProperty(extra);
  },
);

it('Limits 7: plans limit posts, posts by API key, workspaces and storage, each with a separate code', () => {
  for (const code of ['PLAN_LIMIT_POSTS', 'PLAN_LIMIT_API_POSTS', 'PLAN_LIMIT_WORKSPACES', 'STORAGE_LIMIT']) {
    expect(producers).toHaveProperty(code);
    expect(statusByCode).toHaveProperty(code, 403);
  }
});
