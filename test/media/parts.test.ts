import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUpProcesses, type RealProcesses } from '../observability/real-processes.js';
import { photo } from './images.js';
import { createPublisher, type ShownMedia } from './real-publishing.js';

interface Reply {
  externalCommentId: string;
  parentId: string;
  text: string;
  media: ShownMedia[];
}

const picture = readFileSync(path.join(import.meta.dirname, '../../examples/picture.jpg'));
const platforms = ['X', 'BLUESKY', 'THREADS'];

let world: RealProcesses;
let folder: string;
const { accountOn, addFile, filesOf, publicationsOf, publishNow, untilPublished } = createPublisher(
  () => world,
);

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'punctual-parts-'));
  world = await setUpProcesses({ STORAGE_DIR: folder });
  await world.startApi();
  await world.startWorker();
});
afterAll(async () => {
  await world.close();
  rmSync(folder, { recursive: true, force: true });
});

it('each part of a post shows only its own media, on each platform', async () => {
  const first = await addFile(picture, 'image/jpeg', 'The harbor');
  const second = await addFile(
    await photo(1_080, 1_080).jpeg().toBuffer(),
    'image/jpeg',
    'The same, of its own',
  );
  const altText = 'A sunset, as the second part says';
  const parts = [
    { text: 'Two', mediaIds: [second.id], mediaAltText: { [second.id]: altText } },
    { text: 'Three' },
    { text: 'Four', mediaIds: [first.id] },
  ];
  const post = await untilPublished(
    await publishNow({
      caption: 'One',
      mediaIds: [first.id],
      parts,
      targets: platforms.map((platform) => ({ socialAccountId: accountOn(platform) })),
    }),
  );
  const owners = await filesOf([first, second]);
  const idsOf = (media: ShownMedia[]) => media.map(({ sha256 }) => owners.get(sha256));
  for (const target of post.targets) {
    const [shown] = await publicationsOf(target);
    const replies = (shown?.comments ?? []) as Reply[];
    expect([target.platform, idsOf(shown?.media ?? [])]).toEqual([target.platform, [first.id]]);
    expect(replies.map(({ text, media }) => [text, idsOf(media)])).toEqual([
      ['Two', [second.id]],
      ['Three', []],
      ['Four', [first.id]],
    ]);
    expect(replies[0]?.media[0]?.altText).toBe(altText);
  }
});
