import type { Translation } from '../load-messages.js';
import type en from '../en/sign-in.js';

export default {
  signInPunctual: 'Anmelden – Punctual',
  signInToPunctual: 'Bei Punctual anmelden',
  loadingTheInvitation: 'Einladung wird geladen',
  joinAWorkspace: 'Einem Arbeitsbereich beitreten',
  createYourAccount: 'Erstellen Sie Ihr Konto',
  iAlreadyHaveAnAccount: 'Ich habe schon ein Konto',
  yourSessionHasEndedSign:
    'Ihre Sitzung ist abgelaufen. Melden Sie sich wieder an, um dort weiterzumachen, wo Sie aufgehört haben.',
  youAreSignedOut: 'Sie sind abgemeldet.',
  noPasswordOrForgotIt:
    'Kein Passwort oder vergessen? Die Person, die diesen Server betreibt, kann einen Anmeldelink für Sie erstellen:<code>punctual users sign-in ihre@adresse</code>',
  signIn: 'Anmelden',
  password: 'Passwort',
  createAccount: 'Konto erstellen',
  thisIsTheFirstAccount: 'Das ist das erste Konto auf diesem Server.',
  useTheEmailAddressThat: 'Benutzen Sie die E-Mail-Adresse, für die die Einladung gilt.',
  name: 'Name',
  atLeast: 'Mindestens {min, number} Zeichen.',
  email: 'E-Mail',
  loadingTheLink: 'Link wird geladen',
  thisLinkSignsYouIn: 'Dieser Link meldet Sie einmalig als <strong>{name}</strong> an.',
  signInAsEmail: 'Als {email} anmelden',
  aSignInLinkWorks:
    'Ein Anmeldelink gilt einmal und eine Stunde lang. Bitten Sie die Person, die diesen Server betreibt, um einen neuen, oder melden Sie sich mit Ihrem Passwort an.',
  linkForOther:
    'Sie sind als <strong>{email}</strong> angemeldet. Dieser Link ist für <strong2>{wanted}</strong2>. Wenn Sie ihn benutzen möchten, melden Sie sich zuerst ab.',
  signedInAsEmail: 'Sie sind als <strong>{email}</strong> angemeldet.',
  theInvitationMayBeFor: 'Die Einladung ist vielleicht für eine andere E-Mail-Adresse als Ihre.',
  join: 'Beitreten',
  invitedYou:
    '{inviter} hat Sie in den Arbeitsbereich <strong>{workspaceName}</strong> auf Punctual eingeladen, als {role, select, OWNER {Inhaber} ADMIN {Administrator} EDITOR {Redakteur} other {Prüfer}}. Die Einladung gilt für <strong>{email}</strong>.',
  thisInvitationCanNoLonger: 'Diese Einladung gilt nicht mehr',
  itWasUsedOrRevoked:
    'Sie wurde benutzt oder zurückgezogen, oder sie ist abgelaufen. Wenn Sie schon beigetreten sind, melden Sie sich an. Sonst bitten Sie die Person, die Sie eingeladen hat, um einen neuen Link.',
  goToYourWorkspaces: 'Zu Ihren Arbeitsbereichen',
} satisfies Translation<typeof en>;
