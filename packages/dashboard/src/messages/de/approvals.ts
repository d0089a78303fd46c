import type { Translation } from '../load-messages.js';
import type en from '../en/approvals.js';

export default {
  approvals: 'Freigaben',
  loadingPosts: 'Beiträge werden geladen',
  noPostsNeedApproval: 'Kein Beitrag wartet auf Freigabe',
  postsThatAreSubmittedFor:
    'Hier erscheinen Beiträge und korrigierte Texte, die zur Freigabe eingereicht wurden, die frühesten zuerst.',
  onlyOwnersAdminsAndClient: 'Nur Inhaber, Administratoren und Prüfer können Beiträge freigeben.',
  postsThatNeedApproval: 'Beiträge, die auf Freigabe warten',
  morePosts: 'Beiträge',
  noText: 'Kein Text',
  mediaFor: 'Bilder und Videos für {place}',
  firstCommentFor: 'Erster Kommentar, {place}',
  correctedBy:
    'Korrigiert von {who, select, you {Ihnen} somebody {jemandem} other {{name}}} am <time></time>',
  by: 'Von {who, select, you {Ihnen} somebody {jemandem} other {{name}}}',
} satisfies Translation<typeof en>;
