import type { Translation } from '../load-messages.js';
import type en from '../en/previews.js';

export default {
  showAll: 'Alles anzeigen',
  seeMore: 'Mehr ansehen',
  showMore: 'Mehr anzeigen',
  previewFor: 'Vorschau für {account}',
  part: 'Teil {number, number}',
  firstComment: 'Erster Kommentar',
  noTextYet: 'Noch kein Text',
  showLess: 'Weniger anzeigen',
  imagesAndVideosInThe: 'Bilder und Videos in der Vorschau',
  noImageOrVideoYet: 'Noch kein Bild oder Video',
  replyTo: 'Antwort auf {post}',
  quotes: 'Zitiert {post}',
  gif: 'GIF: {gif}',
  poll: 'Umfrage',
  mediaHidden: 'Bilder und Videos sind zuerst verborgen',
  hiddenAtFirst: 'Zuerst verborgen',
} satisfies Translation<typeof en>;
