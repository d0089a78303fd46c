import type { Translation } from '../load-messages.js';
import type en from '../en/queue.js';

export default {
  queue: 'Warteschlange',
  loadingQueue: 'Die Warteschlange wird geladen',
  nothingWaits: 'Nichts wartet auf die Veröffentlichung',
  scheduledPostsAppearHere:
    'Hier erscheinen geplante Beiträge in der Reihenfolge, in der sie veröffentlicht werden.',
  writeAPost: 'Beitrag schreiben',
  morePosts: 'Beiträge',
  earlier: 'Vor heute',
  today: 'Heute',
  tomorrow: 'Morgen',
  actionsFor: 'Aktionen für „{name}“',
  moveToFreeHour: 'Auf die nächste freie Stunde verschieben',
  moveToOtherTime: 'Auf einen anderen Zeitpunkt verschieben …',
  noHourIsFree: 'In jeder der nächsten {hours, number} Stunden ist ein Beitrag geplant.',
  isThereAlready: '„{name}“ hat schon die nächste freie Stunde: {time}',
  wasMoved: '„{name}“ wurde verschoben auf {time}',
  moveFailed: '„{name}“ konnte nicht verschoben werden.',
  needsApproval: 'Der Beitrag braucht eine Freigabe',
  isBack: '„{name}“ hat wieder den alten Zeitpunkt',
  moveBackFailed: '„{name}“ konnte nicht zurückverschoben werden.',
} satisfies Translation<typeof en>;
