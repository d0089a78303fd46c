import type { Translation } from '../load-messages.js';
import type en from '../en/previews.js';

export default {
  showAll: 'Alles anzeigen',
  seeMore: 'Mehr ansehen',
  showMore: 'Mehr anzeigen',
  previewFor: 'Vorschau für {account}',
  firstComment: 'Erster Kommentar',
  noTextYet: 'Noch kein Text',
  showLess: 'Weniger anzeigen',
  imagesAndVideosInThe: 'Bilder und Videos in der Vorschau',
  noImageOrVideoYet: 'Noch kein Bild oder Video',
} satisfies Translation<typeof en>;
