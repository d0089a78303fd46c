import { forwardTo, openProxy, readAll, writeAnswer, type Answer, type PassingProxy } from './passing.js';

/**
 * The address by which callers and platforms know the APIs. It passes a request to one of them, and to the next if
 * that one is gone: media can be fetched while any of them lives.
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
