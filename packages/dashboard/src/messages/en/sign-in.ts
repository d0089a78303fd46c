export default {
  signInPunctual: 'Sign in – Punctual',
  signInToPunctual: 'Sign in to Punctual',
  loadingTheInvitation: 'Loading the invitation',
  joinAWorkspace: 'Join a workspace',
  createYourAccount: 'Create your account',
  iAlreadyHaveAnAccount: 'I already have an account',
  yourSessionHasEndedSign: 'Your session has ended. Sign in again to continue where you left off.',
  youAreSignedOut: 'You are signed out.',
  noPasswordOrForgotIt:
    'No password, or forgot it? The person who runs this server can create a sign-in link for you:<code>punctual users sign-in your@address</code>',
  signIn: 'Sign in',
  password: 'Password',
  createAccount: 'Create account',
  thisIsTheFirstAccount: 'This is the first account on this server.',
  useTheEmailAddressThat: 'Use the email address that the invitation is for.',
  name: 'Name',
  atLeast: 'At least {min, number} characters.',
  email: 'Email',
  loadingTheLink: 'Loading the link',
  thisLinkSignsYouIn: 'This link signs you in as <strong>{name}</strong>, once.',
  signInAsEmail: 'Sign in as {email}',
  aSignInLinkWorks:
    'A sign-in link works once and expires after an hour. Ask the person who runs this server for a new one, or use your password.',
  linkForOther:
    'You are signed in as <strong>{email}</strong>. This link is for <strong2>{wanted}</strong2>. Sign out first if you want to use it.',
  signedInAsEmail: 'You are signed in as <strong>{email}</strong>.',
  theInvitationMayBeFor: 'The invitation may be for another email address than yours.',
  join: 'Join',
  invitedYou:
    '{inviter} invited you to the workspace <strong>{workspaceName}</strong> on Punctual as {role, select, OWNER {an owner} ADMIN {an admin} EDITOR {an editor} other {a client reviewer}}. The invitation is for <strong>{email}</strong>.',
  thisInvitationCanNoLonger: 'This invitation can no longer be used',
  itWasUsedOrRevoked:
    'It was used or revoked, or it has expired. If you have already joined, sign in. Otherwise, ask the person who invited you for a new link.',
  goToYourWorkspaces: 'Go to your workspaces',
} as const;
