import { useMutation } from '@tanstack/react-query';
import { Link, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api, dataOf } from '../api/client.js';
import { beginSession, sessionQuery, type Session } from '../api/session.js';
import { queryClient } from '../api/query-client.js';
import { forgetLinkTokens, linkTokens, onLink } from '../lib/link-tokens.js';
import { safePath } from '../lib/safe-path.js';
import { maybeSignedIn } from '../lib/signed-in.js';
import { useAddress } from '../lib/use-address.js';
import { ErrorNote } from '../ui/error-state.js';
import { Spinner } from '../ui/states.js';
import { InvitationGone, InvitedTo, useInvitation } from './invitation.js';
import { SignInForm, SignUpForm } from './sign-in-forms.js';

/** Where all links lead, and whoever has no session (any more). */
export function SignInScreen() {
  const [address] = useAddress();
  const link = useLink();
  const enter = useEnter(address['next']);
  const [wantsSignIn, setWantsSignIn] = useState(false);
  const { token, setUp } = link.tokens;
  const byLink = useMutation({
    mutationFn: openLink,
    onSuccess: async (session) => {
      if (session !== null) await enter(session);
    },
  });
  const { mutate } = byLink;
  const given = link.tokens.invitation;
  useEffect(() => {
    if (token !== null || given !== null) mutate({ token, invitation: given });
  }, [token, given, mutate]);
  const { invited, isGone, isReading } = useInvitation(given, given !== null && isSettled(byLink));
  const invitation = isGone ? null : given;
  const isPreparing = given !== null && (isReading || !isSettled(byLink));
  const isNew = (invitation !== null || setUp !== null) && !wantsSignIn;
  useEffect(() => {
    document.title = 'Sign in – Punctual';
  }, []);
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-md flex-col justify-center gap-6 bg-canvas p-4 text-ink">
      <h1 className="text-2xl font-bold">{isNew ? 'Create your account' : 'Sign in to Punctual'}</h1>
      {token === null && <Ended address={address} />}
      {byLink.isPending && <Spinner label="Signing in" />}
      {isGone ? <InvitationGone isSignedIn={byLink.isError} /> : <ErrorNote error={byLink.error} />}
      {isReading && <Spinner label="Loading the invitation" />}
      {invited !== undefined && <InvitedTo invited={invited} />}
      {byLink.error !== null && token !== null && <UsedLink />}
      {byLink.error !== null && given !== null && !isGone && <NotMine />}
      {!isPreparing && isNew && <SignUpForm invitation={invitation} setUp={setUp} onDone={enter} />}
      {!isPreparing && !isNew && <SignInForm invitation={invitation} onDone={enter} />}
      {!isPreparing && isNew && invitation !== null && (
        <HasAccount
          onSaid={() => {
            setWantsSignIn(true);
          }}
        />
      )}
      {!isNew && invitation === null && <LinkHint />}
    </main>
  );
}

function HasAccount({ onSaid }: { onSaid: () => void }) {
  return (
    <button type="button" className="self-start underline" onClick={onSaid}>
      I already have an account
    </button>
  );
}

/** The invitation is for somebody else than who is signed in here. */
function NotMine() {
  return (
    <p>
      You are signed in with another email address.{' '}
      <Link to="/" className="underline" onClick={forgetLinkTokens}>
        Go to your workspaces
      </Link>
    </p>
  );
}

function UsedLink() {
  return (
    <p>
      A sign-in link works once and expires after an hour. Ask the person who runs this server for a new one,
      or use your password.
    </p>
  );
}

const isSettled = ({ isSuccess, isError }: { isSuccess: boolean; isError: boolean }): boolean =>
  isSuccess || isError;

/** Why somebody who was signed in is here. */
function Ended({ address }: { address: Readonly<Record<string, string>> }) {
  const words =
    address['ended'] !== undefined
      ? 'Your session has ended. Sign in again to continue where you left off.'
      : address['out'] !== undefined && 'You are signed out.';
  if (words === false) return null;
  return (
    <p role="status" className="rounded-md bg-info-soft px-4 py-3 text-info">
      {words}
    </p>
  );
}

/** There is no mailer: links are made by whoever runs the installation. */
function LinkHint() {
  return (
    <p className="text-sm text-muted">
      No password, or forgot it? The person who runs this server can create a sign-in link for you:
      <code className="mt-1 block wrap-anywhere">npm run users -- sign-in your@address</code>
    </p>
  );
}

function useLink() {
  const [tokens, setTokens] = useState(linkTokens);
  useEffect(
    () =>
      onLink(() => {
        setTokens(linkTokens());
      }),
    [],
  );
  return { tokens };
}

interface Link {
  token: string | null;
  invitation: string | null;
}

/** One request for each link, however often React mounts the screen: a second one would be refused. */
const opened = new Map<string, Promise<Session | null>>();
function openLink(link: Link): Promise<Session | null> {
  const name = JSON.stringify(link);
  const opening = opened.get(name) ?? follow(link);
  opened.set(name, opening);
  return opening;
}

/** Null: somebody is invited who has still to say who they are. */
async function follow({ token, invitation }: Link): Promise<Session | null> {
  if (token !== null) return dataOf(api.POST('/auth/one-time-sign-in', { body: { token } }));
  if (invitation === null) return null;
  if (!maybeSignedIn()) return null;
  const session = await queryClient.ensureQueryData(sessionQuery).catch(() => null);
  if (session !== null) await dataOf(api.POST('/invitations/accept', { body: { token: invitation } }));
  return session;
}

function useEnter(next: string | undefined): (session: Session) => Promise<void> {
  const router = useRouter();
  return async (session) => {
    forgetLinkTokens();
    beginSession(session);
    await queryClient.ensureQueryData(sessionQuery);
    await router.navigate({ href: safePath(next), replace: true });
  };
}
