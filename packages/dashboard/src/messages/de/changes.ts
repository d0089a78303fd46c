import type { Translation } from '../load-messages.js';
import type en from '../en/changes.js';

export default {
  named: '{action}: {place}',
  remove: {
    action: 'Von {platform} entfernen',
    question: 'Diesen Beitrag von {platform} entfernen?',
    effect: 'Er verschwindet von {place}. Das lässt sich nicht rückgängig machen.',
    unsure:
      'Es ist nicht bekannt, ob der Beitrag dort öffentlich ist. Punctual sucht ihn zuerst und entfernt, was es findet.',
    price: '{platform} berechnet dafür {price}.',
    perDay: '{platform} erlaubt {count, number} Entfernungen am Tag.',
    wayOut: 'Beitrag behalten',
  },
  edit: {
    action: 'Text korrigieren',
    title: 'Öffentlichen Text korrigieren: {place}',
    effect: 'Der neue Text ersetzt den öffentlichen. Bilder und Videos bleiben, wie sie sind.',
    text: 'Neuer Text',
    same: 'Ändern Sie zuerst den Text.',
    send: 'Text korrigieren',
    submit: 'Zur Freigabe einreichen',
    approval: 'Der neue Text muss zuerst freigegeben werden.',
    window: 'Bei {platform} lässt er sich bis <time></time> bearbeiten.',
    count:
      '{count, plural, one {Er lässt sich noch einmal bearbeiten.} other {Er lässt sich noch #-mal bearbeiten.}}',
    needs: 'Das Konto braucht {needs}.',
    price: '{platform} berechnet für eine Bearbeitung so viel wie für einen Beitrag.',
  },
  removed: 'Entfernt',
  removal: {
    REQUESTED: 'Er wird gerade von {platform} entfernt.',
    RUNNING: 'Er wird gerade von {platform} entfernt.',
    DONE: 'Am <time></time> von {platform} entfernt.',
    FAILED: 'Er konnte nicht von {platform} entfernt werden und ist noch dort.',
    UNCONFIRMED: 'Es ist unklar, ob er von {platform} entfernt wurde. Sehen Sie dort nach.',
  },
  edited: {
    NEEDS_APPROVAL: 'Ein korrigierter Text wartet auf Freigabe.',
    REQUESTED: 'Der Text wird gerade korrigiert.',
    RUNNING: 'Der Text wird gerade korrigiert.',
    DONE: 'Der Text wurde am <time></time> korrigiert.',
    FAILED: 'Der Text konnte nicht korrigiert werden. Der frühere ist weiterhin öffentlich.',
    UNCONFIRMED: 'Es ist unklar, welcher Text öffentlich ist. Sehen Sie auf {platform} nach.',
    REJECTED: 'Ein korrigierter Text wurde nicht freigegeben. Der frühere ist weiterhin öffentlich.',
  },
  publicText: 'Öffentlicher Text',
  newText: 'Korrigierter Text',
  told: {
    removing: 'Der Beitrag wird entfernt',
    removed: 'Beitrag entfernt',
    editing: 'Der Text wird korrigiert',
    edited: 'Text korrigiert',
    waits: 'Zur Freigabe eingereicht',
  },
  title: 'Titel',
  decision: {
    theText: 'Korrigierten Text',
    textOf: 'Korrigierten Text von „{name}“',
    rejectTitle: 'Korrigierten Text ablehnen',
    rejectEffect: 'Der öffentliche Text bleibt, wie er ist. Der Verlauf des Beitrags zeigt Ihre Begründung.',
    rejected: 'Text abgelehnt',
  },
  delete: {
    question: 'Diesen Beitrag löschen?',
    only: 'Der Beitrag wird in Punctual gelöscht.',
    stays: 'Auf {platforms} bleibt er öffentlich: Entfernen Sie ihn dort.',
    too: 'Zuerst von {platforms} entfernen',
    tooHint: 'Der Beitrag wird gelöscht, sobald er dort verschwunden ist.',
    leaves: 'Sonst bleibt er dort öffentlich.',
    done: 'Beitrag gelöscht',
  },
} as const satisfies Translation<typeof en>;
