import { forwardTo, openProxy, readAll, writeAnswer, type Answer, type PassingProxy } from './passing.js';

/**
 * Opens the public URL of the APIs. A request goes to one of them, and if that one is down, to the next, so that media
 * can be fetched while any of them runs.
 */
export function openFrontProxy(apiUrls: readonly string[]): Promise<PassingProxy> {
  let turn = 0;
  return openProxy(async (incoming, outgoing) => {
    const body = await readAll(incoming);
    turn += 1;
    const order = apiUrls.map((_, index) => apiUrls[(turn + index) % apiUrls.length] ?? '');
    let answer: Answer | undefined;
    for (const url of order) {
      answer ??= await forwardTo(url, incoming, body).catch(() => undefined);
    }
    if (answer === undefined) outgoing.destroy();
    else writeAnswer(outgoing, answer);
  });
}
