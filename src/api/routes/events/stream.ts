import { z } from '@hono/zod-openapi';
import {
  changeTypes,
  streamHeartbeatMs,
  streamMsMax,
  streamResumeMsMax,
  streamsPerSessionMax,
} from '../../../domain/change-streams.js';
import { watchChanges } from '../../../services/change-streams/watch.js';
import { createEventStream } from '../../http/event-stream.js';
import { defineOperation } from '../../openapi/operation.js';

const minutes = (ms: number): number => ms / 60_000;

export const streamEventsOperation = defineOperation(
  {
    id: 'streamEvents',
    call: 'GET /events',
    tag: 'Changes',
    summary: 'Follow what changes',
    description: `Tells what changes in all workspaces of the session’s user, as server-sent events. An event \`changes\` has \`data\` such as \`{"changes":[{"type":"POST","id":"post_…","workspaceId":"ws_…","targetIds":["tgt_…"]}]}\`: read again what you show of it. \`type\` is ${changeTypes.join(', ')} or a later addition; WORKSPACE stands for its members, keys, endpoints and settings. An event \`reset\` says that anything may have changed: read everything again.\n\nA change is told within a few seconds of its commit, at least once. Read what you show after the stream has opened. A comment comes at least every ${streamHeartbeatMs / 1_000} seconds. The stream ends after ${minutes(streamMsMax)} minutes at the latest, when the session ends, or when the client reads too slowly: open another one with the last id as \`Last-Event-ID\`, as \`EventSource\` does by itself. After more than ${minutes(streamResumeMsMax)} minutes, it begins with \`reset\`. A session may have ${streamsPerSessionMax} streams in one API process. Requires a dashboard session; API keys cannot do this, webhooks are for them.`,
    credential: 'session',
    in: {
      headers: z.object({
        'last-event-id': z.string().optional().openapi({
          description: 'The last id that an earlier stream has sent. What was missed since is told first.',
          example: '4711.1790000000000',
        }),
      }),
    },
    out: {
      200: {
        description: 'The stream.',
        content: {
          'text/event-stream': {
            schema: z
              .string()
              .openapi({ example: 'id: 4711.1790000000000\nevent: changes\ndata: {"changes":[]}\n\n' }),
          },
        },
      },
    },
    errors: ['INSUFFICIENT_ROLE'],
  },
  async (c) => {
    const headers = {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      // Without this header, nginx would keep the events until its buffer is full.
      'X-Accel-Buffering': 'no',
    };
    // The stream of a HEAD request would never be read.
    if (c.req.method === 'HEAD') return c.body(null, 200, headers);
    const { body, sink, onClosed } = createEventStream();
    const after = c.req.valid('header')['last-event-id'];
    const close = await watchChanges(c.var.ctx, {
      sink,
      ...(after !== undefined && after !== '' && { after }),
    });
    onClosed(close);
    return c.body(body, 200, headers);
  },
);
