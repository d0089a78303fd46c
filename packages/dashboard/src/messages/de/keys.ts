import type { Translation } from '../load-messages.js';
import type en from '../en/keys.js';

export default {
  createAnApiKey: 'API-Schlüssel erstellen',
  yourNewApiKey: 'Ihr neuer API-Schlüssel',
  keyName: 'Schlüssel „{name}“',
  create: 'Erstellen',
  name: 'Name',
  forExampleTheNameOf: 'Zum Beispiel der Name der App, die ihn benutzt.',
  access: 'Zugriff',
  allOfMyWorkspacesIncluding: 'Alle meine Arbeitsbereiche, auch künftige',
  onlyTheseWorkspaces: 'Nur diese Arbeitsbereiche',
  createAKey: 'Schlüssel erstellen',
  apiKeys: 'API-Schlüssel',
  anAppThatUsesA:
    'Eine App, die einen Schlüssel benutzt, handelt in Ihrem Namen und mit Ihrer Rolle. Die API ist unter <link>/docs</link> beschrieben.',
  loadingKeys: 'Schlüssel werden geladen',
  keys: 'Schlüssel',
  noKeysYet: 'Noch keine Schlüssel',
  createASeparateKeyFor:
    'Erstellen Sie für jede App einen eigenen Schlüssel, damit Sie jeden für sich widerrufen können.',
  moreKeys: 'Schlüssel',
  startsWith: 'Beginnt mit',
  createdBy: 'Erstellt von',
  created: 'Erstellt',
  lastUsed: 'Zuletzt benutzt',
  never: 'Nie',
  actions: 'Aktionen',
  revokeName: '{name} widerrufen',
  revoke: 'Widerrufen',
  allWorkspacesOfItsCreator: 'Alle Arbeitsbereiche der Person, die ihn erstellt hat',
  othersThatYouAreNot: '{count, number}, in denen Sie nicht Mitglied sind',
  nameWasRevoked: '„{name}“ wurde widerrufen',
  revokeQuestion: '„{name}“ widerrufen?',
  appsThatUseTheKey:
    'Apps, die den Schlüssel benutzen, der mit <code>{hint}</code> beginnt, verlieren sofort den Zugriff. Das kann nicht rückgängig gemacht werden.',
} satisfies Translation<typeof en>;
