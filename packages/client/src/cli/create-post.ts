import type { Command } from 'commander';
import type { components } from '../api-types.js';
import { callOf, type Session } from './call.js';
import { CommandFailed, exitCodes } from './failures.js';
import {
  collect,
  collectText,
  parseDash,
  parseTime,
  timeHelp,
  withIdempotencyKey,
  type IdempotentOptions,
} from './parse.js';
import { readJsonObject, textOrInput } from './read-input.js';
import type { Surroundings } from './surroundings.js';
import { finishPost, withWait, type WaitOptions } from './wait.js';

type PostBody = components['schemas']['CreatePostFlat'] | components['schemas']['CreatePostNested'];

interface Content {
  text?: string;
  part?: string[];
  account?: string[];
  media?: string[];
  at?: string;
  workspace?: string;
}
interface CreateOptions extends Content, IdempotentOptions, WaitOptions {}

const details = `
Without --at, the post is a draft. For everything that has no option here, such as another text for one account, send
the body of POST /posts as JSON:

  punctual posts create - < post.json`;

export function addCreatePost(posts: Command, session: Session): void {
  const create = posts
    .command('create')
    .description('Creates a draft, or a post that is published at the time of --at.')
    .argument('[body]', '- reads the post as JSON from standard input', parseDash)
    .option('--text <text>', 'the text of the post; - reads it from standard input')
    .option('--part <text>', 'a further part, as a reply to the one before; repeatable', collectText)
    .option('--account <id>', 'an account to publish to; repeatable', collect)
    .option('--media <id>', 'an image or video of the library; repeatable', collect)
    .option('--at <time>', timeHelp, parseTime)
    .option('--workspace <id>', 'the workspace of a draft without accounts')
    .addHelpText('after', details);
  withWait(withIdempotencyKey(create)).action(
    async (dash: string | undefined, options: CreateOptions, command: Command) => {
      const call = callOf(session, command);
      const { client } = call.connect();
      if (dash === undefined) call.writtenAs((path) => optionOf(path, options));
      const body = await bodyOf(dash, options, call.surroundings);
      const post = await call.once(options, (header) => client.POST('/posts', { params: { header }, body }));
      await finishPost(call, client, post, options);
    },
  );
}

async function bodyOf(
  dash: string | undefined,
  content: Content,
  surroundings: Surroundings,
): Promise<PostBody> {
  const { text, part, account, media, at, workspace } = content;
  const given = [text, part, account, media, at, workspace].some((value) => value !== undefined);
  if (dash !== undefined && given)
    throw new CommandFailed('Give the post as JSON or with options, not both.', exitCodes.usage);
  if (dash !== undefined) return asPost(await readJsonObject(surroundings));
  if (!given) throw new CommandFailed('Give --text or --media, or - for JSON.', exitCodes.usage);
  return {
    platforms: (account ?? []).map((accountId) => ({ accountId })),
    ...(text !== undefined && { content: await textOrInput(text, surroundings) }),
    ...(part !== undefined && { parts: part.map((words) => ({ text: words })) }),
    ...(media !== undefined && { mediaIds: media }),
    ...(at !== undefined && { scheduledFor: at }),
    ...(workspace !== undefined && { workspaceId: workspace }),
  };
}

/** The option from which a field of the body was made, with its value if the option can be repeated. */
function optionOf(path: string, { account = [], media = [] }: Content): string | null {
  const [field = '', index] = path.split('.');
  switch (field) {
    case 'content':
      return '--text';
    case 'scheduledFor':
      return '--at';
    case 'workspaceId':
      return '--workspace';
    case 'platforms':
      return `--account ${account[Number(index)] ?? ''}`.trim();
    case 'mediaIds':
      return `--media ${media[Number(index)] ?? ''}`.trim();
    default:
      return null;
  }
}

/** The server checks the body, and says what is wrong with which field. */
const asPost = (value: object): PostBody => value as PostBody;
