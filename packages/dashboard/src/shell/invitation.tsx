import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { components } from '../../../client/src/api-types.js';
import { api, dataOf } from '../api/client.js';
import { isNotFound } from '../api/errors.js';
import { forgetKeptInvitation } from '../lib/link-tokens.js';
import { t } from '../messages/sign-in.js';

export type Invitation = components['schemas']['InvitationPreview'];

/** Reads the preview of an invitation. If the invitation is no longer valid, deletes its stored token. */
export function useInvitation(token: string | null) {
  const reading = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) =>
      dataOf(api.POST('/auth/preview-invitation', { body: { token: token ?? '' }, signal })),
    enabled: token !== null,
    staleTime: Infinity,
  });
  const isGone = token !== null && isNotFound(reading.error);
  useEffect(() => {
    if (isGone) forgetKeptInvitation();
  }, [isGone]);
  return { invited: reading.data, isGone, isReading: reading.isLoading, error: reading.error };
}

export function InvitedTo({ invited }: { invited: Invitation }) {
  const { workspaceName, inviterName, role, emailHint } = invited;
  return (
    <p className="wrap-anywhere">
      {t.rich('invitedYou', {
        inviter: inviterName,
        workspaceName,
        role,
        email: emailHint,
        strong: (words) => <strong>{words}</strong>,
      })}
    </p>
  );
}

export function InvitationGone({ isSignedIn }: { isSignedIn: boolean }) {
  return (
    <div role="alert" className="flex flex-col gap-1 rounded-md bg-warning-soft px-4 py-3 text-warning">
      <p className="font-semibold">{t('thisInvitationCanNoLonger')}</p>
      <p>{t('itWasUsedOrRevoked')}</p>
      {isSignedIn && (
        <Link to="/" className="underline">
          {t('goToYourWorkspaces')}
        </Link>
      )}
    </div>
  );
}
