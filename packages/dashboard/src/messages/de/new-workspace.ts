import type { Translation } from '../load-messages.js';
import type en from '../en/new-workspace.js';

export default {
  createYourFirstWorkspace: 'Erstellen Sie Ihren ersten Arbeitsbereich',
  newWorkspace: 'Neuer Arbeitsbereich',
  aWorkspaceHasItsOwn:
    'Ein Arbeitsbereich hat eigene Konten, Beiträge, Medien und Mitglieder. Benennen Sie ihn nach der Marke, dem Kunden oder dem Team, für das er ist. Sie werden sein Inhaber.',
  askAnOperatorOfThis:
    'Bitten Sie die Person, die diese Installation betreibt, einen Arbeitsbereich für Sie zu erstellen.',
  name: 'Name',
  buyTheMonthlyAddOn: 'Monatliche Erweiterung für einen weiteren Arbeitsbereich kaufen',
  createWorkspace: 'Arbeitsbereich erstellen',
} satisfies Translation<typeof en>;
