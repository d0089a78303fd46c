import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { beginSession, sessionQuery, type Session } from '../api/session.js';
import { queryClient } from '../api/query-client.js';
import { forgetLinkTokens, linkTokens, onLink, type LinkTokens } from '../lib/link-tokens.js';
import { safePath } from '../lib/safe-path.js';
import { useUrlParams } from '../lib/use-url-params.js';
import { t } from '../messages/sign-in.js';
import { Brand } from '../ui/brand.js';
import { ErrorNote } from '../ui/error-state.js';
import { Spinner } from '../ui/states.js';
import { InvitationGone, InvitedTo, useInvitation } from './invitation.js';
import { JoinForm, OneTimeLink, useWhoIsHere } from './link-confirm.js';
import { SignInForm, SignUpForm } from './sign-in-forms.js';

type Done = (session: Session) => Promise<void>;

/**
 * The screen for users who are signed out and for those who open a sign-in or invitation link. A link has no effect
 * until the user presses a button.
 */
export function SignInScreen() {
  const [params] = useUrlParams();
  const { tokens } = useLink();
  const enter = useEnter(params['next']);
  const { token, invitation } = tokens;
  useEffect(() => {
    document.title = t('signInPunctual');
  }, []);
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center gap-6 bg-canvas p-4 text-ink">
      <Brand />
      <div className="flex w-full max-w-md flex-col gap-5 rounded-lg border border-line bg-surface p-6 shadow-card sm:p-8">
        {token !== null ? (
          <OneTimeScreen key={token} token={token} onDone={enter} />
        ) : (
          <EntryScreen key={invitation} tokens={tokens} params={params} onDone={enter} />
        )}
      </div>
    </main>
  );
}

function OneTimeScreen({ token, onDone }: { token: string; onDone: Done }) {
  return (
    <>
      <h1 className="text-2xl font-bold">{t('signInToPunctual')}</h1>
      <OneTimeLink token={token} onDone={onDone} />
    </>
  );
}

interface EntryProps {
  tokens: LinkTokens;
  params: Readonly<Record<string, string>>;
  onDone: Done;
}

/** A form to sign in by password. With an invitation or a setup link, the user can also create an account. */
function EntryScreen({ tokens: { invitation: given, setUp }, params, onDone }: EntryProps) {
  const [wantsSignIn, setWantsSignIn] = useState(false);
  const { here, isReading: isLooking } = useWhoIsHere({ isWanted: given !== null, surely: false });
  const { invited, isGone, isReading, error } = useInvitation(given);
  if (isLooking || isReading) return <Spinner label={t('loadingTheInvitation')} />;
  if (given !== null && invited !== undefined && here !== undefined) {
    return (
      <>
        <h1 className="text-2xl font-bold">{t('joinAWorkspace')}</h1>
        <JoinForm token={given} invited={invited} here={here} onDone={onDone} />
      </>
    );
  }
  const invitation = isGone ? null : given;
  const isNew = (invitation !== null || setUp !== null) && !wantsSignIn;
  return (
    <>
      <h1 className="text-2xl font-bold">{isNew ? t('createYourAccount') : t('signInToPunctual')}</h1>
      <Ended params={params} />
      {isGone ? <InvitationGone isSignedIn={here !== undefined} /> : <ErrorNote error={error} />}
      {invited !== undefined && <InvitedTo invited={invited} />}
      {isNew ? (
        <SignUpForm invitation={invitation} setUp={setUp} onDone={onDone} />
      ) : (
        <SignInForm invitation={invitation} onDone={onDone} />
      )}
      {isNew && invitation !== null && <HasAccount onSaid={() => setWantsSignIn(true)} />}
      {!isNew && invitation === null && <LinkHint />}
    </>
  );
}

function HasAccount({ onSaid }: { onSaid: () => void }) {
  return (
    <button type="button" className="self-start underline" onClick={onSaid}>
      {t('iAlreadyHaveAnAccount')}
    </button>
  );
}

/** Says that the session has ended or that the user has signed out. */
function Ended({ params }: { params: Readonly<Record<string, string>> }) {
  const words =
    params['ended'] !== undefined
      ? t('yourSessionHasEndedSign')
      : params['out'] !== undefined && t('youAreSignedOut');
  if (words === false) return null;
  return (
    <p role="status" className="rounded-md bg-info-soft px-4 py-3 text-info">
      {words}
    </p>
  );
}

/**
 * Explains how to get a sign-in link. The service sends no email: the operator of the installation creates such links.
 */
function LinkHint() {
  return (
    <p className="text-sm text-muted">
      {t.rich('noPasswordOrForgotIt', {
        code: (words) => <code className="mt-1 block wrap-anywhere">{words}</code>,
      })}
    </p>
  );
}

function useLink() {
  const [tokens, setTokens] = useState(linkTokens);
  useEffect(() => onLink(() => setTokens(linkTokens())), []);
  return { tokens };
}

function useEnter(next: string | undefined): Done {
  const router = useRouter();
  return async (session) => {
    forgetLinkTokens();
    beginSession(session);
    await queryClient.ensureQueryData(sessionQuery);
    await router.navigate({ href: safePath(next), replace: true });
  };
}
