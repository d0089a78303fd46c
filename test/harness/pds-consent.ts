import { request, type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import type { PdsAccount } from './pds.js';

const apiPath = '/@atproto/oauth-provider/~api';
const navigation = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' };

/**
 * Consents like a user with a browser on a Bluesky server's own page. Sends what the page's script would send: the
 * server requires a browser's cookies, its CSRF token, and the headers about the origin of a request.
 */
export async function consentAtPds(
  authorizeUrl: string,
  account: PdsAccount,
  decision: 'allow' | 'deny' = 'allow',
): Promise<URL> {
  const { origin } = new URL(authorizeUrl);
  const browser = new Browser();
  const page = await browser.send(authorizeUrl, { ...navigation, 'sec-fetch-site': 'cross-site' });
  if (page.status !== 200) throw new Error(`The page answered ${page.status}: ${page.body.slice(0, 2_000)}`);
  const call: Call = async (name, body) => {
    const headers = {
      origin,
      referer: authorizeUrl,
      'content-type': 'application/json',
      'x-csrf-token': browser.cookies.get('csrf-token') ?? '',
      'sec-fetch-dest': 'empty',
      'sec-fetch-mode': 'same-origin',
      'sec-fetch-site': 'same-origin',
    };
    const answer = await browser.send(`${origin}${apiPath}/${name}`, headers, JSON.stringify(body));
    if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body) as Record<string, unknown>;
  };
  const { url } = decision === 'deny' ? await call('reject', {}) : await allow(call, account);
  const headers = { ...navigation, 'sec-fetch-site': 'same-origin', referer: authorizeUrl };
  const back = await browser.send(String(url), headers);
  if (back.headers.location === undefined) throw new Error(`No redirect: ${back.status} ${back.body}`);
  return new URL(back.headers.location);
}

/** A browser that sends its own headers. `fetch` would add one that says that the request is no navigation. */
class Browser {
  readonly cookies = new Map<string, string>();

  async send(
    url: string,
    headers: Record<string, string>,
    body?: string,
  ): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    return new Promise((resolve, reject) => {
      const method = body === undefined ? 'GET' : 'POST';
      const sent = request(
        url,
        { method, headers: { ...headers, ...(cookie !== '' && { cookie }) } },
        (answer) => {
          for (const line of answer.headers['set-cookie'] ?? []) {
            const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? [];
            this.cookies.set(name, value);
          }
          const { statusCode: status = 0, headers } = answer;
          text(answer).then((body) => resolve({ status, headers, body }), reject);
        },
      );
      sent.on('error', reject).end(body);
    });
  }
}

type Call = (name: string, body: object) => Promise<Record<string, unknown>>;

async function allow(call: Call, { handle, did, password }: PdsAccount): Promise<Record<string, unknown>> {
  await call('sign-in', { locale: 'en', username: handle, password, remember: true });
  return call('consent', { sub: did });
}
