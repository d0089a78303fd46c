import { z } from 'zod';
import { isSuccess, readAnswer } from '../kit/call.js';
import { graphFailure, isMissingObject } from '../kit/meta/graph-api.js';
import type { ContainerFields } from '../kit/meta/graph-containers.js';
import type { PlatformFailure } from '../kit/failure.js';
import type { PlatformSession } from '../kit/session.js';
import { accountPath, callInstagram, idSchema, type InstagramContext } from './api.js';

/** Instagram fetches an image before it responds. */
const mediaTimeoutMs = 90_000;

/** Creates an invisible container for a post, or for one item of a carousel. */
export async function createContainer(
  context: InstagramContext,
  session: PlatformSession,
  params: ContainerFields,
  signal?: AbortSignal,
): Promise<{ id: string } | { failure: PlatformFailure }> {
  const result = await callInstagram(context, session, {
    path: `${accountPath(session)}/media`,
    method: 'POST',
    params,
    timeoutMs: mediaTimeoutMs,
    ...(signal && { signal }),
  });
  if ('failure' in result) return result;
  const container = isSuccess(result.answer) ? readAnswer(result.answer, idSchema) : null;
  return container ?? { failure: graphFailure(result.answer, context.clock) };
}

const statusSchema = z.object({ status_code: z.string(), status: z.string().nullish() });

export type ContainerStatus =
  | { kind: 'status'; status: string; message: string }
  | { kind: 'missing'; message: string }
  | { kind: 'failure'; failure: PlatformFailure };

export async function readContainer(
  context: InstagramContext,
  session: PlatformSession,
  containerId: string,
): Promise<ContainerStatus> {
  const result = await callInstagram(context, session, {
    path: encodeURIComponent(containerId),
    method: 'GET',
    params: { fields: 'status_code,status' },
  });
  if ('failure' in result) return { kind: 'failure', failure: result.failure };
  const container = isSuccess(result.answer) ? readAnswer(result.answer, statusSchema) : null;
  if (container !== null) {
    const { status_code: status, status: words } = container;
    return {
      kind: 'status',
      status,
      message: result.answer.say(`The container is ${status}${words ? `: ${words}` : ''}.`),
    };
  }
  const failure = graphFailure(result.answer, context.clock);
  return isMissingObject(result.answer)
    ? { kind: 'missing', message: failure.message }
    : { kind: 'failure', failure };
}
