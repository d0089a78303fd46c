import { z } from 'zod';
import {
  readContainerStatus,
  type ContainerFields,
  type ContainerStatus,
} from '../kit/meta/graph-containers.js';
import type { MetaSession } from '../kit/meta/session.js';
import { accountPath, graphCall, idSchema, readInstagram, type InstagramContext } from './api.js';

/** Instagram fetches an image before it responds. */
const mediaTimeoutMs = 90_000;

/** Creates an invisible container for a post, or for one item of a carousel. Returns its id. */
export async function createContainer(
  context: InstagramContext,
  session: MetaSession,
  params: ContainerFields,
  signal?: AbortSignal,
): Promise<string> {
  const path = `${accountPath(session)}/media`;
  const call = { path, method: 'POST', params, timeoutMs: mediaTimeoutMs, signal } as const;
  const { id } = await readInstagram(context, session, call, idSchema);
  return id;
}

const statusSchema = z
  .object({ status_code: z.string(), status: z.string().nullish() })
  .transform(({ status_code: status, status: detail }) => ({ status, detail }));

export async function readContainer(
  context: InstagramContext,
  session: MetaSession,
  containerId: string,
): Promise<ContainerStatus> {
  const path = encodeURIComponent(containerId);
  const call = { path, method: 'GET', params: { fields: 'status_code,status' } } as const;
  return readContainerStatus(context, graphCall(context, session, call), statusSchema);
}
