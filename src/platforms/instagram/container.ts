import { z } from 'zod';
import {
  readContainerStatus,
  type ContainerFields,
  type ContainerStatus,
} from '../kit/meta/graph-containers.js';
import { accountPath, idSchema } from '../kit/meta/session.js';
import { graphCall, readInstagram, type InstagramSession } from './api.js';

/** A long wait, because Instagram fetches an image before it responds. */
const mediaTimeoutMs = 90_000;

/** Creates an invisible container for a post, or for one item of a carousel. Returns its id. */
export async function createContainer(
  session: InstagramSession,
  params: ContainerFields,
  signal?: AbortSignal,
): Promise<string> {
  const path = `${accountPath(session)}/media`;
  const call = { path, method: 'POST', params, timeoutMs: mediaTimeoutMs, signal } as const;
  const { id } = await readInstagram(session, call, idSchema);
  return id;
}

const statusSchema = z
  .object({ status_code: z.string(), status: z.string().nullish() })
  .transform(({ status_code: status, status: detail }) => ({ status, detail }));

export async function readContainer(
  session: InstagramSession,
  containerId: string,
): Promise<ContainerStatus> {
  const path = encodeURIComponent(containerId);
  const call = { path, method: 'GET', params: { fields: 'status_code,status' } } as const;
  return readContainerStatus(session, graphCall(session, call), statusSchema);
}
