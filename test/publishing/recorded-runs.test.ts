import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { absencesAtOnceMax } from '../../src/domain/publish-ladders.js';
import { playOn, type PlayedTarget } from '../harness/play-target.js';
import { historiesFolder } from '../replay/histories-folder.js';

const lost = { kind: 'ambiguous', message: 'the connection was reset' } as const;
const refused = { accept: false, answer: lost };

/** Returns the waits of a run as Temporal has recorded them. The histories are those of test/replay. */
function waitsIn(name: string): string[] {
  const text = readFileSync(path.join(historiesFolder, `publish-post.${name}.json`), 'utf8');
  const { events } = JSON.parse(text) as {
    events: { timerStartedEventAttributes?: { startToFireTimeout: string } }[];
  };
  return events.flatMap(({ timerStartedEventAttributes: timer }) =>
    timer === undefined ? [] : `WAIT ${timer.startToFireTimeout.replace('s', ' s')}`,
  );
}

const stories: Record<string, () => PlayedTarget> = {
  unconfirmed: () => {
    const { platform, target } = playOn('blind');
    platform.script.push(refused);
    return target;
  },
  'absent-often': () => {
    const { platform, target } = playOn('keyed');
    platform.script.push(...Array.from({ length: absencesAtOnceMax + 1 }, () => refused));
    return target;
  },
};

it.each(Object.keys(stories))('a played run has the same waits as the recorded one: %s', async (name) => {
  const played = await stories[name]?.().run();
  const waits = played?.did.filter((one) => one.startsWith('WAIT'));
  expect(waits).toEqual(waitsIn(name));
  expect(waits?.length).toBeGreaterThan(0);
});
