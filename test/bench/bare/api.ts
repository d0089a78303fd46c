import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Client, Connection } from '@temporalio/client';
import { Hono } from 'hono';
import postgres from 'postgres';
import { untilAborted } from '../../../src/processes/until-aborted.js';
import { bareTaskQueue, bareWorkflows } from './contract.js';
import { listPosts, readListQuery } from './list-posts.js';
import { abortedBySignal, required } from './process.js';

interface NewRow {
  caption: string;
  scheduledFor: string;
}

/**
 * Serves the minimum that an API for scheduled posts needs, without keys, permissions or limits: it inserts one row and
 * starts one delayed run for each post, and lists the product's posts.
 */
export async function main(): Promise<void> {
  const signal = abortedBySignal();
  const sql = postgres(required('DATABASE_URL'), { max: Number(required('DATABASE_POOL_MAX')) });
  await sql`create table if not exists bench_rows
    (id text primary key, caption text not null, scheduled_for timestamptz not null)`;
  const connection = await Connection.connect({ address: required('TEMPORAL_ADDRESS') });
  const client = new Client({ connection });
  const app = new Hono();
  app.get('/healthz', (c) => c.text('ok'));
  app.post('/posts', async (c) => {
    const { caption, scheduledFor } = await c.req.json<NewRow>();
    const id = randomUUID();
    await sql`insert into bench_rows (id, caption, scheduled_for) values (${id}, ${caption}, ${scheduledFor})`;
    await client.workflow.start(bareWorkflows.one, {
      workflowId: `bare:${id}`,
      taskQueue: bareTaskQueue,
      startDelay: Date.parse(scheduledFor) - Date.now(),
    });
    return c.json({ id }, 201);
  });
  app.get('/posts', async (c) => c.json(await listPosts(sql, readListQuery(c.req.query()))));
  const listener = getRequestListener(app.fetch);
  const server = createServer((request, response) => void listener(request, response));
  server.listen(Number(required('PORT')), '127.0.0.1');
  await untilAborted(signal);
  server.closeAllConnections();
  server.close();
  await Promise.all([sql.end({ timeout: 5 }), connection.close()]);
}
