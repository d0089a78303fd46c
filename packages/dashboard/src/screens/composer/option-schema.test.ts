import { expect, it } from 'vitest';
import { fieldsOf, withLabels, labelOf, labelsIn, valueLabel, withOption } from './option-schema.js';

it.each([
  ['boardSectionId', 'Board section'],
  ['PUBLIC_TO_EVERYONE', 'Public to everyone'],
  ['mentionedUsers', 'Mentioned users'],
  ['followers_only', 'Followers only'],
  ['taggedUserIds', 'Tagged user'],
  ['title', 'Title'],
  ['graphic-media', 'Graphic media'],
])('the name %s is shown as a readable title', (name, label) => {
  expect(labelOf(name)).toBe(label);
});

it('a value of an option has the platform’s name for it, or else a name made from the value', () => {
  const schema = { enum: ['!no-unauthenticated', 'porn'], 'x-value-titles': { porn: 'Adult content' } };
  expect(valueLabel(schema, 'porn')).toBe('Adult content');
  expect(valueLabel(schema, 'graphic-media')).toBe('Graphic media');
});

it('required options are listed first, and fixed ones are left out', () => {
  const properties = { platform: { const: 'X' }, tags: { type: 'array' }, title: { type: 'string' } };
  const fields = fieldsOf({ properties, required: ['title'] });
  expect(fields.map(({ name, isRequired }) => [name, isRequired])).toEqual([
    ['title', true],
    ['tags', false],
  ]);
});

it('an option that becomes empty is removed', () => {
  expect(withOption({}, 'title', 'T')).toEqual({ title: 'T' });
  expect(withOption({ title: 'T', madeForKids: false }, 'title', '')).toEqual({ madeForKids: false });
  expect(withOption({}, 'poll', {})).toEqual({});
  expect(withOption({}, 'tags', [])).toEqual({});
  expect(withOption({}, 'madeForKids', false)).toEqual({ madeForKids: false });
});

it('the titles of options are their labels', () => {
  const properties = { langs: { type: 'array', title: 'Languages' }, topicTag: { type: 'string' } };
  expect(fieldsOf({ properties }).map(({ label }) => label)).toEqual(['Languages', 'Topic tag']);
});

it.each([
  ['Also for followers. Requires communityId.', 'Also for followers. Requires “Community”.'],
  ['Not together with SELF_ONLY.', 'Not together with “Self only”.'],
  ['POST is usual. REEL is a video.', '“Post” is usual. “Reel” is a video.'],
  [
    'The board to pin to. `GET /social-accounts/{id}/choices` lists the account’s boards.',
    'The board to pin to.',
  ],
  ['Default: everyone. With an object, one of its rules must match.', 'Default: everyone.'],
  ['If true, nobody can quote the post.', 'If yes, nobody can quote the post.'],
  ['Instagram’s default: true. If false, it is hidden.', 'Instagram’s default: yes. If no, it is hidden.'],
  ['The cover, as the id of an image in the media library: JPEG.', 'The cover: JPEG.'],
  ['The option "title" is required.', '“Title” is required.'],
  ['The option "poll.options" must have at least 2 items.', '“Answers” must have at least 2 items.'],
  ['mentions.0.name: must be short', 'mentions.0.name: must be short'],
  ['The tags "en" and JPEG, or UTF_8', 'The tags "en" and JPEG, or UTF_8'],
])('a description names other options as the form does: %s', (text, told) => {
  const labels = labelsIn({
    properties: {
      title: { title: 'Title' },
      kind: { title: 'Post type', enum: ['POST', 'REEL'] },
      communityId: { title: 'Community' },
      visibility: { title: 'Who can see it', enum: ['SELF_ONLY', 'everyone'] },
      poll: { title: 'Poll', properties: { options: { title: 'Answers' } } },
    },
  });
  expect(withLabels(text, labels)).toBe(told);
});
