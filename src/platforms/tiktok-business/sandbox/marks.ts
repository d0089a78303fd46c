/** The reasons why accepted posts fail, in the order of the numbers in marks. */
const reasons = [
  'file_format_check_failed',
  'duration_check_failed',
  'frame_rate_check_failed',
  'picture_size_check_failed',
  'video_pull_failed',
  'photo_pull_failed',
  'internal',
  'auth_removed',
  'publish_cancelled',
  'spam_risk_too_many_posts',
  'spam_risk_too_many_pending_share',
  'reached_active_user_cap',
  'spam_risk_user_banned_from_posting',
  'spam_risk_text',
  'spam_risk',
  'unaudited_client_can_only_post_to_private_accounts',
  'privacy_level_option_mismatch',
  'invalid_param',
  'url_ownership_unverified',
];

const numbered = reasons.map((reason, index) => `${index + 1} ${reason}`).join(', ');

/** The marks as the sandbox page shows them, each with an example number. */
export const ownMarks: Readonly<Record<string, string>> = {
  'tiktok-business-code=40105': 'The publish call returns that code, and nothing is published.',
  'tiktok-business-reason=15': `The post is accepted, and fails for the reason with that number: ${numbered}.`,
  'tiktok-business-late-id':
    'The post is published. Its id is returned, and the list shows it, two seconds later.',
};

const codeMark = /\[sandbox:tiktok-business-code=(\d{1,6})\]/;
const reasonMark = /\[sandbox:tiktok-business-reason=(\d{1,2})\]/;

export function markedCode(text: string): number | null {
  const code = codeMark.exec(text)?.[1];
  return code === undefined ? null : Number(code);
}

export function markedReason(text: string): string | null {
  const number = reasonMark.exec(text)?.[1];
  return number === undefined ? null : (reasons[Number(number) - 1] ?? null);
}

export function hasLateId(text: string): boolean {
  return text.includes('[sandbox:tiktok-business-late-id]');
}
