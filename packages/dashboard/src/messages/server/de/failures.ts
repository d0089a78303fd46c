/** Translations of the service's own texts about failed posts and comments, by the English text. */
export default {
  'The request was sent, but no response arrived, and the platform does not show whether it was published.':
    'Die Anfrage wurde gesendet, aber es kam keine Antwort, und die Plattform zeigt nicht, ob der Beitrag veröffentlicht wurde.',
  'The first comment was sent, but no response arrived, and the platform does not show whether it was published.':
    'Der erste Kommentar wurde gesendet, aber es kam keine Antwort, und die Plattform zeigt nicht, ob er veröffentlicht wurde.',
  'Punctual does not know the id of the post on the platform, so the first comment was not sent. Write it on the platform.':
    'Punctual weiß nicht, welcher Beitrag auf der Plattform gemeint ist, und hat den ersten Kommentar deshalb nicht gesendet. Schreiben Sie ihn auf der Plattform.',
  'Publishing ended before the first comment was sent. Retry the comment.':
    'Die Veröffentlichung endete, bevor der erste Kommentar gesendet wurde. Versuchen Sie den Kommentar erneut.',
  'The post was canceled before its first comment was sent.':
    'Der Beitrag wurde abgesagt, bevor sein erster Kommentar gesendet wurde.',
  'The call was not made: something changed while the database was away.':
    'Es wurde nichts gesendet, weil sich etwas geändert hat, während die Datenbank nicht erreichbar war.',
  'The platform no longer accepts the authorization of this account. Connect the account again.':
    'Die Plattform erkennt den Zugriff auf dieses Konto nicht mehr an. Verbinden Sie das Konto neu.',
  'An internal error stopped publishing. The service’s log has the details.':
    'Ein interner Fehler hat die Veröffentlichung beendet. Einzelheiten stehen im Log des Servers.',
  'The cover image is no longer in the media library.': 'Das Titelbild ist nicht mehr in der Mediathek.',
  'A pin needs an image or a video.': 'Ein Pin braucht ein Bild oder Video.',
  'Pinterest could not process the video.': 'Pinterest konnte das Video nicht verarbeiten.',
} as const;
