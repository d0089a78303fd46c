import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';

const retryPauseMs = 250;

const targetSchema = z.object({
  id: z.string(),
  socialAccountId: z.string(),
  platform: z.string(),
  status: z.string(),
  captionOverride: z.string().nullable(),
  firstComment: z.string().nullable(),
  firstCommentError: z.string().nullable(),
  scheduledFor: z.string().nullable(),
  errorCode: z.string().nullable(),
});
const postSchema = z.object({
  id: z.string(),
  status: z.string(),
  caption: z.string().nullable(),
  scheduledAt: z.string().nullable(),
  workflowId: z.string().nullable(),
  pendingWorkflowId: z.string().nullable(),
  targets: z.array(targetSchema),
});
export type ApiPost = z.infer<typeof postSchema>;
export type ApiTarget = z.infer<typeof targetSchema>;

export interface ApiAnswer {
  status: number;
  post: ApiPost | undefined;
  code: string | undefined;
  /** The body as it was sent. */
  text: string;
  /**
   * The number of tries. If there was more than one, an earlier one may have been carried out, although its response
   * was lost.
   */
  tries: number;
}

export interface ApiClient {
  /** Tries a request once at one of the APIs. Undefined: there was no response, so the outcome is unknown. */
  once: (api: number, method: string, path: string, body?: object) => Promise<ApiAnswer | undefined>;
  /**
   * Repeats a request, at each API in turn, until a response other than 5xx shows the outcome. Calls `body` for every
   * try. Undefined if the time has run out.
   */
  untilAnswered: (
    method: string,
    path: string,
    body: (() => object) | undefined,
    timeoutMs: number,
  ) => Promise<ApiAnswer | undefined>;
}

/** Acts like a careful caller of the API: repeats every request without a clear response. */
export function createApiClient(options: {
  apiUrls: string[];
  apiKey: string;
  /** A shorter limit for stacks in which processes hang on purpose. */
  tryTimeoutMs?: number;
}): ApiClient {
  const { apiUrls, apiKey, tryTimeoutMs = 10_000 } = options;
  let turn = 0;
  const once: ApiClient['once'] = async (api, method, path, body) => {
    try {
      const response = await fetch(`${apiUrls[api % apiUrls.length] ?? ''}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(tryTimeoutMs),
      });
      const text = await response.text();
      const parsed: unknown = text === '' ? undefined : JSON.parse(text);
      const post = postSchema.safeParse(parsed);
      const code = z.object({ code: z.string() }).safeParse(parsed);
      return { status: response.status, post: post.data, code: code.data?.code, text, tries: 1 };
    } catch {
      return undefined;
    }
  };
  return {
    once,
    untilAnswered: async (method, path, body, timeoutMs) => {
      const deadlineMs = performance.now() + timeoutMs;
      for (let tries = 1; ; tries += 1) {
        turn += 1;
        const answer = await once(turn, method, path, body?.());
        if (answer !== undefined && answer.status < 500 && answer.status !== 429) return { ...answer, tries };
        if (performance.now() > deadlineMs) return undefined;
        await delay(retryPauseMs);
      }
    },
  };
}
