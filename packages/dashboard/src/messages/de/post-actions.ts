import type { Translation } from '../load-messages.js';
import type en from '../en/post-actions.js';

export default {
  schedule: 'Planen',
  move: 'Verschieben',
  cancel: {
    action: 'Beitrag absagen',
    question: 'Diesen Beitrag absagen?',
    effect:
      'Der Beitrag wird auf den übrigen Konten nicht veröffentlicht. Wo er schon veröffentlicht ist, bleibt er bestehen.',
    wayOut: 'Beitrag behalten',
    done: 'Beitrag abgesagt.',
    undoNeedsApproval: 'Wenn Sie das rückgängig machen, braucht er erneut eine Freigabe.',
    failed: 'Der Beitrag konnte nicht abgesagt werden.',
    undone: 'Beitrag wieder geplant',
    undoFailed: 'Der Beitrag konnte nicht wieder geplant werden.',
    oneAccount: 'Ein Konto',
    late: {
      IN_FLIGHT:
        '{place}: Er wurde schon gesendet. Das Ergebnis erscheint auf seiner Seite, und sonst wird nichts gesendet.',
      UNCONFIRMED:
        '{place}: Ein früherer Versuch hat ihn vielleicht veröffentlicht. Sehen Sie im Konto nach.',
      PUBLISHED: '{place}: Er war schon veröffentlicht.',
      PARTLY_PUBLISHED:
        '{place}: Seine ersten Teile sind öffentlich und bleiben es. Die anderen werden nicht gesendet.',
      FAILED: '{place}: Er war schon fehlgeschlagen.',
      SKIPPED: '{place}: Er war übersprungen worden.',
    },
  },
  scheduling: {
    title: 'Beitrag planen',
    titleAgain: 'Beitrag verschieben',
    warnings: 'Geplant, mit Warnungen',
    ok: 'OK',
    date: 'Datum',
    time: 'Uhrzeit',
    timeMissing: 'Geben Sie ein Datum und eine Uhrzeit ein.',
    inYourZone: 'Das ist bei Ihnen der {time}.',
    done: 'Geplant für den {time}',
    submitted: 'Zur Freigabe eingereicht, geplant für den {time}',
  },
  publish: {
    action: 'Jetzt veröffentlichen',
    question: 'Diesen Beitrag jetzt veröffentlichen?',
    effect: 'Er wird innerhalb einer Minute auf allen seinen Konten veröffentlicht.',
    done: 'Wird jetzt veröffentlicht',
  },
} satisfies Translation<typeof en>;
