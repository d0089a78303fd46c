import type { Translation } from '../load-messages.js';
import type en from '../en/results.js';

export default {
  results: 'Ergebnisse',
  loadingResults: 'Die Ergebnisse werden geladen',
  range: 'Zeitraum',
  account: 'Konto',
  allAccounts: 'Alle Konten',
  sortedBy: 'Sortieren nach',
  published: 'Veröffentlicht',
  exportCsv: 'Als CSV exportieren',
  accounts: 'Konten',
  posts: 'Beiträge',
  post: 'Beitrag',
  postsMeasured: '{posts, plural, one {# Beitrag} other {# Beiträge}}, {measured, number} gemessen',
  totalsAreOfPosts:
    'Die Zahlen eines Kontos sind die Summen dessen, was seine Plattform für die Beiträge dieses Zeitraums meldet. Plattformen zählen verschieden, deshalb wird über Konten hinweg nichts addiert.',
  onlyNewest: 'Nur die {count, number} neuesten Beiträge werden gezeigt und gezählt.',
  nothingPublished: 'In den letzten {days, number} Tagen wurde nichts veröffentlicht',
  publishedPostsAppearHere:
    'Hier erscheinen veröffentlichte Beiträge mit ihren Zahlen, etwa Aufrufen und Likes.',
  postsAndNumbers: 'Beiträge mit ihren Zahlen',
  accountsAndNumbers: 'Konten mit den Summen ihrer Beiträge',
  publishedOn: '{account}, <time></time>',
  showOnly: 'Nur Beiträge von {account}',
  byDay: 'Nach Tagen',
  chartOf: 'Konto des Diagramms',
  chart: '{name} von {account} nach dem Tag der Veröffentlichung: {total, number} in {days, number} Tagen',
  total: '{name}: {total, number}',
  compared: '{growth} gegenüber den {days, number} Tagen davor ({before, number})',
  noneBefore: 'Keine in den {days, number} Tagen davor',
  unknownBefore: 'Für die {days, number} Tage davor nicht gemeldet',
  eachBar:
    'Jeder Balken ist, was die Beiträge eines Tages bis jetzt haben. Die Zahlen neuer Beiträge wachsen noch.',
  day: 'Tag',
  noPostsThen: 'keine Beiträge',
  bestTimes: 'Beste Zeiten',
  bestTimesOf: 'Konto der besten Zeiten',
  byNumber: 'Zahl',
  bestTimesRestOn:
    'Wann Beiträge der letzten 90 Tage am besten waren, nach dem Durchschnitt einer Zahl: {name}. Grundlage {count, plural, one {ist # Beitrag} other {sind # Beiträge}} von {account}, mindestens einen Tag alt, in Ihrer Zeitzone ({zone}).',
  tooFew:
    'Zu wenige Beiträge für eine Aussage: {account} hat aus den letzten 90 Tagen, ohne den letzten Tag, {count, plural, =0 {keinen gemessenen Beitrag} one {# gemessenen Beitrag} other {# gemessene Beiträge}}. Beste Zeiten brauchen {min, number}, davon zwei in derselben Stunde der Woche.',
  slotRestsOn: 'im Durchschnitt {average, number} aus {count, plural, one {# Beitrag} other {# Beiträgen}}',
  noBestTimes: 'Kein Konto hat gemessene Beiträge der letzten 90 Tage.',
  column: {
    postId: 'Beitrags-ID',
    text: 'Text',
    platform: 'Plattform',
    account: 'Konto',
    publishedAt: 'Veröffentlicht (UTC)',
    url: 'URL',
    status: 'Status',
    measuredAt: 'Gemessen (UTC)',
  },
} satisfies Translation<typeof en>;
