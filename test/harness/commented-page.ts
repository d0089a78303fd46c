import type { TestApi } from './api.js';
import { mintComment } from './comments.js';
import { connectAccount } from './connect-account.js';
import type { Tenant } from './tenants.js';

const platform = 'FACEBOOK_PAGE';
let pages = 0;

/** A connected Facebook Page with a public post in the sandbox. */
export interface CommentedPage {
  pageId: string;
  socialAccountId: string;
  externalPostId: string;
}

const sandboxOf = ({ deps }: TestApi): string =>
  new URL(deps.publishing.platformBaseUrl(platform, true)).origin;

async function tell(api: TestApi, path: string, init: RequestInit): Promise<Record<string, string>> {
  const answer = await fetch(`${sandboxOf(api)}${path}`, { method: 'POST', ...init });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Record<string, string>;
}

export async function mintPage(api: TestApi, workspaceId: string): Promise<CommentedPage> {
  pages += 1;
  const pageId = `7000${pages}`;
  const accessToken = `sandbox:${pageId}`;
  const body = new URLSearchParams({ message: 'Hello', access_token: accessToken });
  const { id = '' } = await tell(api, `/facebook-page/v26.0/${pageId}/feed`, { body });
  const { account } = await connectAccount(api.deps, {
    workspaceId,
    platform,
    externalAccountId: pageId,
    handle: 'page',
    displayName: null,
    serviceUrl: null,
    sandbox: true,
    credentials: { accessToken },
    allowReplace: false,
  });
  return { pageId, socialAccountId: account.id, externalPostId: id };
}

/** Stores a visitor's comment, in the sandbox and as a read would have stored it. Returns its id. */
export async function mintPageComment(
  api: TestApi,
  tenant: Tenant,
  { socialAccountId, externalPostId }: CommentedPage,
  text: string,
): Promise<string> {
  const { externalCommentId = '' } = await tell(api, '/comments', {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ platform, externalPostId, text }),
  });
  return mintComment(api, tenant, { socialAccountId, externalPostId, text, externalCommentId });
}
