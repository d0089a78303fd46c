import type { Translation } from '../load-messages.js';
import type en from '../en/numbers.js';

export default {
  numbers: 'Zahlen',
  loadingNumbers: 'Die Zahlen werden geladen',
  name: {
    views: 'Aufrufe',
    impressions: 'Impressionen',
    reach: 'Reichweite',
    likes: 'Likes',
    comments: 'Kommentare',
    shares: 'Geteilt',
    saves: 'Gespeichert',
    clicks: 'Klicks',
  },
  status: {
    OK: 'Gemessen',
    PENDING: 'Noch nicht gemessen',
    UNSUPPORTED: 'Keine Zahlen',
    PERMISSION_MISSING: 'Berechtigung fehlt',
    OFF: 'Zahlen aus',
    FAILED: 'Letzte Messung fehlgeschlagen',
  },
  notReportedBy: 'Von {platform} nicht gemeldet',
  pending: 'Diese Zahlen wurden noch nicht gemessen.',
  unsupported: 'Punctual liest auf {platform} keine Zahlen.',
  permissionMissing:
    'Das Konto wurde ohne eine Berechtigung verbunden, die für die Zahlen nötig ist. Verbinden Sie es neu und erteilen Sie die Berechtigung; danach werden die Beiträge der letzten 30 Tage gelesen.',
  permissionMissingNamed:
    'Das Konto wurde ohne die Berechtigung {permission} verbunden. Neu zu verbinden fügt sie hinzu; danach werden die Zahlen der Beiträge der letzten 30 Tage gelesen.',
  permissionFor: '{name} ({purpose})',
  disconnected: 'Das Konto wurde getrennt, deshalb werden seine Zahlen nicht mehr gelesen.',
  removed: 'Der Beitrag wurde von der Plattform entfernt, deshalb werden seine Zahlen nicht mehr gelesen.',
  off: 'Für dieses Konto ist das Lesen der Zahlen ausgeschaltet.',
  offForItsPrice:
    'Aus, bis Sie es einschalten: {platform} berechnet {price}, wann immer ein Beitrag gelesen wird (Preisliste vom {day}).',
  failed:
    'Die letzte Messung ist fehlgeschlagen. Punctual versucht es wieder und zeigt bis dahin die Zahlen einer früheren.',
  reconnectUnderAccounts: 'Unter „Konten“ neu verbinden',
  turnOnUnderAccounts: 'Unter „Konten“ einschalten',
  askAnOwnerOrAdmin: 'Bitten Sie einen Inhaber oder Administrator.',
  measured: 'Gemessen am <time></time>',
  next: 'Das nächste Mal am <time></time>',
  onlyOnRequest: 'Von jetzt an nur, wenn Sie es verlangen',
  line: '{name}: {first, number} am {from}, {last, number} am {to}',
  readNow: 'Jetzt lesen',
  readNowCosts: '{platform} berechnet dafür {price}.',
  reading: 'Die Zahlen werden gelesen.',
  readingNone: 'Es werden keine Zahlen gelesen.',
  skipped: {
    REFRESHED_LATELY: 'Die von {account} wurden vor weniger als einer Minute gelesen.',
    PAUSED: '{account} hat das Anfragelimit der Plattform erreicht.',
    NOT_SUPPORTED: 'Von {account} liest Punctual keine Zahlen.',
    SWITCHED_OFF: 'Für {account} ist das Lesen der Zahlen ausgeschaltet.',
    PERMISSION_MISSING: '{account} wurde ohne die Berechtigung verbunden.',
    TOKEN_EXPIRED: '{account} muss zuerst neu verbunden werden.',
    NOT_PUBLISHED: 'Auf {account} ist der Beitrag nicht öffentlich.',
  },
} satisfies Translation<typeof en>;
