import type { Translation } from '../load-messages.js';
import type en from '../en/states.js';

export default {
  draft: 'Entwurf',
  needsApproval: 'Wartet auf Freigabe',
  scheduled: 'Geplant',
  publishing: 'Wird veröffentlicht',
  partlyPublished: 'Teilweise veröffentlicht',
  published: 'Veröffentlicht',
  failed: 'Fehlgeschlagen',
  canceled: 'Abgesagt',
  unconfirmed: 'Unbestätigt',
  skipped: 'Übersprungen',
  connected: 'Verbunden',
  reconnectNeeded: 'Verbindung abgelaufen',
  received: 'Eingegangen',
  sending: 'Wird gesendet',
  sent: 'Gesendet',
  waitingForUpload: 'Noch nicht hochgeladen',
  processing: 'Wird verarbeitet',
  ready: 'Bereit',
  waiting: 'Wartet',
  delivered: 'Zugestellt',
  retrying: 'Neuer Versuch folgt',
  on: 'Ein',
  off: 'Aus',
  pastTime: 'Der Zeitpunkt muss in der Zukunft liegen.',
  submitWarning: 'Dieser Beitrag ist noch nicht freigegeben. Er wird zur Freigabe eingereicht.',
  approvalEndsWarning:
    'Dieser Beitrag ist freigegeben. Wenn Sie seinen Inhalt ändern, wird er erneut zur Freigabe eingereicht.',
} satisfies Translation<typeof en>;
