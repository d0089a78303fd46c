import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, dataOf } from '../api/client.js';
import { forgetSession, hasEnded, sessionQuery, signOut, type Session } from '../api/session.js';
import { forgetLinkTokens } from '../lib/link-tokens.js';
import { maybeSignedIn, noteSignedIn } from '../lib/signed-in.js';
import { t as shell } from '../messages/shell.js';
import { t } from '../messages/sign-in.js';
import { Button } from '../ui/button.js';
import { ErrorNote } from '../ui/error-state.js';
import { Spinner } from '../ui/states.js';
import { InvitedTo, type Invitation } from './invitation.js';
import { SignInForm } from './sign-in-forms.js';

type Done = (session: Session) => Promise<void>;

/**
 * Returns the user who is signed in while a link is open. With `surely`, the server is asked even if the page knows of
 * no session, because the cookie may outlive the page's own record.
 */
export function useWhoIsHere({ isWanted, surely }: { isWanted: boolean; surely: boolean }) {
  const [isOut, setIsOut] = useState(false);
  const isAsked = isWanted && !isOut && (surely || maybeSignedIn());
  const { data, error, isLoading } = useQuery({ ...sessionQuery, enabled: isAsked, retryOnMount: false });
  return {
    here: isAsked ? data : undefined,
    isReading: isAsked && isLoading,
    /** The reason why it is unknown who is signed in. */
    error: isAsked && !hasEnded(error) ? error : null,
    leave: async () => {
      await signOut();
      setIsOut(true);
      forgetSession();
      noteSignedIn(false);
    },
  };
}

/**
 * Signs in with a one-time link. A malicious link could sign a visitor in to another person's account. So the user sees
 * the account and has to press a button, and an existing session is never replaced automatically.
 */
export function OneTimeLink({ token, onDone }: { token: string; onDone: Done }) {
  const { here, isReading, error: unknown, leave } = useWhoIsHere({ isWanted: true, surely: true });
  const link = useQuery({
    queryKey: ['one-time-sign-in', token],
    queryFn: ({ signal }) => dataOf(api.POST('/auth/preview-one-time-sign-in', { body: { token }, signal })),
    staleTime: Infinity,
    gcTime: 0,
  });
  const signingIn = useMutation({
    mutationFn: () => dataOf(api.POST('/auth/one-time-sign-in', { body: { token } })),
    onSuccess: onDone,
  });
  const error = link.error ?? signingIn.error;
  if (error !== null) return <UnusableLink error={error} isSignedIn={here !== undefined} onDone={onDone} />;
  if (unknown !== null) return <ErrorNote error={unknown} />;
  if (link.data === undefined || isReading) return <Spinner label={t('loadingTheLink')} />;
  const { user } = link.data;
  if (here !== undefined && here.user.email !== user.email) {
    return <SomebodyElse here={here} wanted={user.email} onLeave={leave} />;
  }
  return (
    <>
      <p className="wrap-anywhere">
        {t.rich('thisLinkSignsYouIn', { name: user.name, strong: (words) => <strong>{words}</strong> })}
      </p>
      <Button look="primary" busy={signingIn.isPending} onClick={() => signingIn.mutate()}>
        {t('signInAsEmail', { email: user.email })}
      </Button>
    </>
  );
}

function UnusableLink(props: { error: Error; isSignedIn: boolean; onDone: Done }) {
  const { error, isSignedIn, onDone } = props;
  return (
    <>
      <ErrorNote error={error} />
      <p>{t('aSignInLinkWorks')}</p>
      {isSignedIn ? <ToWorkspaces /> : <SignInForm invitation={null} onDone={onDone} />}
    </>
  );
}

function SomebodyElse(props: { here: Session; wanted: string; onLeave: () => Promise<void> }) {
  const { here, wanted, onLeave } = props;
  const leaving = useMutation({ mutationFn: onLeave });
  return (
    <>
      <p className="wrap-anywhere">
        {t.rich('linkForOther', {
          email: here.user.email,
          strong: (words) => <strong>{words}</strong>,
          wanted,
          strong2: (words) => <strong>{words}</strong>,
        })}
      </p>
      <ErrorNote error={leaving.error} />
      <Button busy={leaving.isPending} onClick={() => leaving.mutate()}>
        {shell('signOut')}
      </Button>
      <ToWorkspaces />
    </>
  );
}

/** Lets a signed-in user join a workspace after a confirmation, because members work with each other's data. */
export function JoinForm(props: { token: string; invited: Invitation; here: Session; onDone: Done }) {
  const { token, invited, here, onDone } = props;
  const joining = useMutation({
    mutationFn: async () => {
      await dataOf(api.POST('/invitations/accept', { body: { token } }));
      return here;
    },
    onSuccess: onDone,
  });
  return (
    <>
      <InvitedTo invited={invited} />
      <p className="wrap-anywhere">
        {t.rich('signedInAsEmail', {
          email: here.user.email,
          strong: (words) => <strong>{words}</strong>,
        })}
      </p>
      <ErrorNote error={joining.error} />
      {joining.isError && <p>{t('theInvitationMayBeFor')}</p>}
      <Button look="primary" busy={joining.isPending} onClick={() => joining.mutate()}>
        {t('join')}
      </Button>
      <ToWorkspaces />
    </>
  );
}

function ToWorkspaces() {
  return (
    <Link to="/" className="self-start underline" onClick={forgetLinkTokens}>
      {t('goToYourWorkspaces')}
    </Link>
  );
}
