import type { Translation } from '../load-messages.js';
import type en from '../en/client-review.js';

export default {
  theScheduledTimeOfEvery: 'Der geplante Zeitpunkt aller Beiträge ist vorbei',
  firstPosts: 'Die ersten {count, number} Beiträge',
  approveAllCount: 'Alle {count, number} freigeben',
  approveAll: 'Alle freigeben',
  eachIsPublishedAtIts: 'Jeder wird zu seinem Zeitpunkt veröffentlicht, auf allen Konten, die Sie sehen.',
  itHasChangedLookAt: 'Er wurde geändert. Sehen Sie ihn sich noch einmal an.',
  accountGone: '{platform}: Dieses Konto ist nicht mehr verbunden, deshalb gibt es keine Vorschau.',
  firstComment: 'Erster Kommentar',
  yourComments: 'Ihre Kommentare',
  you: 'Sie, <time></time>',
  rejectItOrAskThe: 'Lehnen Sie ihn ab, oder bitten Sie das Team um einen neuen Zeitpunkt.',
  commentOnName: '{name} kommentieren',
  comment: 'Kommentieren',
  thisLinkNoLongerWorks: 'Dieser Link gilt nicht mehr',
  askForNewLink:
    'Wer Ihnen den Link geschickt hat, kann in einer Minute einen neuen erstellen. Was Sie bisher entschieden und geschrieben haben, bleibt erhalten.',
  postsForYourApproval: 'Beiträge zur Freigabe',
  loadingPosts: 'Beiträge werden geladen',
  forNameThisLinkWorks: 'Für {name}. Dieser Link gilt bis <time></time>.',
  nothingWaitsForYou: 'Nichts wartet auf Sie',
  youAreUpToDate: 'Sie sind auf dem neuesten Stand. Neue Beiträge erscheinen hier von selbst.',
  morePosts: 'Beiträge',
  commentSent: 'Kommentar gesendet',
  commentOnThePost: 'Kommentar zum Beitrag',
  theTeamSeesYourComment:
    'Das Team sieht Ihren Kommentar. Er wird nicht veröffentlicht und entscheidet nichts.',
  sendComment: 'Kommentar senden',
  countApproved: '{count, plural, one {1 Beitrag} other {# Beiträge}} freigegeben',
  countWaitForYou: '{count, plural, one {1 Beitrag wartet} other {# Beiträge warten}} auf Sie',
  approveCount: '{count, plural, one {1 Beitrag} other {# Beiträge}} freigeben?',
  countCannotBeApproved:
    '{count, plural, one {1 Beitrag kann} other {# Beiträge können}} nicht freigegeben werden, weil der geplante Zeitpunkt vorbei ist.',
  countCouldNotBeApproved:
    '{count, plural, one {1 Beitrag konnte} other {# Beiträge konnten}} nicht freigegeben werden',
} satisfies Translation<typeof en>;
