import type { Translation } from '../load-messages.js';
import type en from '../en/profile.js';

export default {
  title: 'Profil',
  name: 'Name',
  email: 'E-Mail',
  created: 'Konto erstellt',
  workspaces: 'Arbeitsbereiche',
  noWorkspaces: 'Keine',
  appearance: 'Darstellung',
  browserOnly: 'Diese Einstellungen gelten für diesen Browser.',
  themeHere: 'Design in diesem Browser',
  password: 'Passwort',
  passwordMissing: 'Sie haben noch kein Passwort. Mit einem Passwort können Sie sich ohne Link anmelden.',
  passwordCurrent: 'Aktuelles Passwort',
  passwordCurrentHint: 'In der ersten Stunde nach der Anmeldung mit einem Link nicht nötig.',
  passwordNew: 'Neues Passwort',
  passwordNewHint: 'Mindestens {min, number} Zeichen.',
  passwordChange: 'Passwort ändern',
  passwordSet: 'Passwort festlegen',
  passwordSaved: 'Das Passwort ist gespeichert. Alle anderen Sitzungen wurden beendet.',
  sessions: 'Sitzungen',
  signedIn: 'Angemeldet am',
  expires: 'Läuft ab',
  idle: 'Wenn Sie Punctual einen Tag lang nicht nutzen, werden Sie früher abgemeldet.',
  signOut: 'Abmelden',
  signOutEverywhere: 'Überall abmelden',
  signOutQuestion: 'Überall abmelden?',
  signOutEffect:
    'Alle Ihre Sitzungen werden beendet, in diesem Browser und in allen anderen. API-Schlüssel gelten weiter.',
} satisfies Translation<typeof en>;
