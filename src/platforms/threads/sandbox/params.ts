import { attachedOf, attachmentFault } from './attachments.js';

const topicCharsMax = 50;
const linksMax = 5;
const replyControls = new Map([
  ['everyone', 'everyone'],
  ['accounts_you_follow', 'accounts that the author follows'],
  ['mentioned_only', 'accounts that are mentioned'],
  ['parent_post_author_only', 'the author of the post that it replies to'],
  ['followers_only', 'followers'],
]);

/** The error about the text and options of a post's container; null if there is none. */
export function paramFault(params: Readonly<Record<string, string>>): string | null {
  const { media_type: mediaType, text = '', topic_tag: topic, link_attachment: link } = params;
  const { reply_control: replyControl } = params;
  if (link !== undefined && mediaType !== 'TEXT') {
    return 'Param link_attachment can only be used with media_type TEXT.';
  }
  if (link !== undefined && !URL.canParse(link)) return 'Param link_attachment must be a valid URI.';
  if (topic !== undefined && !isTopic(topic)) {
    return `Param topic_tag must be 1 to ${topicCharsMax} characters without periods, ampersands and line breaks.`;
  }
  if (replyControl !== undefined && !replyControls.has(replyControl)) {
    return 'Param reply_control must be one of its known values.';
  }
  const links = new Set(text.match(/https?:\/\/[^\s]+/g) ?? []);
  if (link !== undefined) links.add(link);
  return links.size > linksMax ? 'THREADS_API__LINK_LIMIT_EXCEEDED' : attachmentFault(params);
}

function isTopic(topic: string): boolean {
  const isOneLine = !/[\r\n.&]/.test(topic) && topic === topic.trim();
  return isOneLine && topic !== '' && [...topic].length <= topicCharsMax;
}

/** The visible parts of a post besides its text and media. */
export function shownOf(params: Readonly<Record<string, string>>): Record<string, string> {
  const { topic_tag: topic, link_attachment: link, reply_control: replyControl = '' } = params;
  const who = replyControl === 'everyone' ? undefined : replyControls.get(replyControl);
  return {
    ...(topic !== undefined && { Topic: topic }),
    ...(link !== undefined && { Link: link }),
    ...attachedOf(params),
    ...(who !== undefined && { 'Who may reply': who }),
  };
}
