import { callPlatform, type PlatformAnswer } from '../kit/call.js';
import { authenticating } from '../kit/meta/graph-api.js';
import { formBody, type FormFile } from '../kit/media-upload.js';
import { pathOf, type FacebookPage, type PageCall } from './api.js';

interface FormCall {
  path: PageCall['path'];
  /** The host to call. Default: the host of the API. */
  host?: string;
  fields: Record<string, string>;
  file: FormFile;
  signal: AbortSignal;
}

/** Makes a call with a file. The token and the proof go into the form, as in calls without a file. */
export async function sendForm(
  page: FacebookPage,
  { path, host, fields, file, signal }: FormCall,
): Promise<PlatformAnswer> {
  const who = authenticating(page.accessToken, page.appSecret);
  const form = formBody({ ...fields, ...who }, file);
  return callPlatform(
    page.context.safeFetch,
    {
      url: `${host ?? page.hosts.api}${pathOf(page.context, path)}`,
      method: 'POST',
      headers: { 'content-type': form.contentType },
      body: form.body,
      signal,
    },
    [...page.secrets, ...Object.values(who)],
  );
}
