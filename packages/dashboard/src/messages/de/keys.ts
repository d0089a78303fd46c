import type { Translation } from '../load-messages.js';
import type en from '../en/keys.js';

export default {
  createAnApiKey: 'Create an API key',
  yourNewApiKey: 'Your new API key',
  keyName: 'Key “{name}”',
  create: 'Create',
  name: 'Name',
  forExampleTheNameOf: 'For example, the name of the app that will use it.',
  access: 'Access',
  allOfMyWorkspacesIncluding: 'All of my workspaces, including future ones',
  onlyTheseWorkspaces: 'Only these workspaces',
  createAKey: 'Create a key',
  apiKeys: 'API keys',
  anAppThatUsesA:
    'An app that uses a key acts as you, with your role. The API is documented at <link>/docs</link>.',
  loadingKeys: 'Loading keys',
  keys: 'Keys',
  noKeysYet: 'No keys yet',
  createASeparateKeyFor: 'Create a separate key for each app, so that you can revoke each one on its own.',
  keys2: 'keys',
  startsWith: 'Starts with',
  createdBy: 'Created by',
  created: 'Created',
  lastUsed: 'Last used',
  never: 'Never',
  actions: 'Actions',
  revokeName: 'Revoke {name}',
  revoke: 'Revoke',
  allWorkspacesOfItsCreator: 'All workspaces of its creator',
  othersThatYouAreNot: '{others, number} that you are not a member of',
  nameWasRevoked: '“{name}” was revoked',
  revokeName2: 'Revoke “{name}”?',
  appsThatUseTheKey:
    'Apps that use the key starting with <code>{hint}</code> lose access immediately. This cannot be undone.',
} satisfies Translation<typeof en>;
