import type { Translation } from '../load-messages.js';
import type en from '../en/new-workspace.js';

export default {
  createYourFirstWorkspace: 'Create your first workspace',
  newWorkspace: 'New workspace',
  aWorkspaceHasItsOwn:
    'A workspace has its own accounts, posts, media and members. Name it after the brand, the client or the team that it is for. You will be its owner.',
  askAnOperatorOfThis: 'Ask an operator of this installation to create a workspace for you.',
  name: 'Name',
  buyTheMonthlyAddOn: 'Buy the monthly add-on for one more workspace',
  createWorkspace: 'Create workspace',
} satisfies Translation<typeof en>;
