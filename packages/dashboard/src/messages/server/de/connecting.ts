/** Translations of texts about connecting accounts, by the English text. */
export default {
  // Purposes of permissions
  'show the account’s name and picture': 'Name und Bild des Kontos zeigen',
  'read the account’s handle, which is part of post URLs':
    'den Namen des Kontos lesen, der in den URLs von Beiträgen steht',
  'publish videos and images': 'Videos und Bilder veröffentlichen',
  'send drafts to the account’s inbox': 'Entwürfe in den Posteingang des Kontos senden',
  'check whether a post is public when the response was lost':
    'prüfen, ob ein Beitrag öffentlich ist, wenn die Antwort verloren ging',
  'read comments, and check whether our own are public when the response was lost':
    'Kommentare lesen und prüfen, ob unsere eigenen öffentlich sind, wenn die Antwort verloren ging',
  'publish comments, reply to them, and delete our own':
    'Kommentare veröffentlichen, darauf antworten und eigene löschen',
  'check whether a post is public when the response was lost, and read replies':
    'prüfen, ob ein Beitrag öffentlich ist, wenn die Antwort verloren ging, und Antworten lesen',
  'publish posts, first comments and replies': 'Beiträge, erste Kommentare und Antworten veröffentlichen',
  'identify the account': 'das Konto erkennen',
  'publish images and videos': 'Bilder und Videos veröffentlichen',
  'hide replies': 'Antworten verbergen',
  'read the metrics of posts, such as views and likes':
    'die Zahlen von Beiträgen lesen, etwa Aufrufe und Likes',
  'stay connected for longer than two hours': 'länger als zwei Stunden verbunden bleiben',
  'list boards and their sections': 'Pinnwände und ihre Bereiche auflisten',
  'put pins on boards': 'Pins auf Pinnwände setzen',
  'check whether a pin is public when the response was lost':
    'prüfen, ob ein Pin öffentlich ist, wenn die Antwort verloren ging',
  'publish pins': 'Pins veröffentlichen',
  'publish, edit and delete posts, and comments if LinkedIn allows the app to':
    'Beiträge veröffentlichen, ändern und löschen, und Kommentare, wenn LinkedIn es der App erlaubt',
  'list the pages and the member’s role on each': 'die Seiten und die Rolle des Mitglieds darauf auflisten',
  'publish posts': 'Beiträge veröffentlichen',
  'list the Pages': 'die Seiten auflisten',
  'publish first comments and replies, and hide and delete comments':
    'erste Kommentare und Antworten veröffentlichen, Kommentare verbergen und löschen',
  'publish, edit and delete posts': 'Beiträge veröffentlichen, ändern und löschen',
  'delete posts and replies': 'Beiträge und Antworten löschen',
  'publish first comments and replies, and hide replies':
    'erste Kommentare und Antworten veröffentlichen, Antworten verbergen',
  'read other people’s comments': 'Kommentare anderer lesen',
  'receive new comments immediately': 'neue Kommentare sofort erhalten',
  'list the Pages of business portfolios': 'die Seiten von Unternehmensportfolios auflisten',
  'publish videos, and set their thumbnails': 'Videos veröffentlichen und ihre Vorschaubilder festlegen',
  'identify the channel, and check whether a video is public when the response was lost':
    'den Kanal erkennen und prüfen, ob ein Video öffentlich ist, wenn die Antwort verloren ging',
  'read and write comments, add subtitles, add videos to playlists, and edit and delete what is public':
    'Kommentare lesen und schreiben, Untertitel und Videos zu Playlists hinzufügen, Veröffentlichtes ändern und löschen',
  'identify the account, and check whether a post is public when the response was lost':
    'das Konto erkennen und prüfen, ob ein Beitrag öffentlich ist, wenn die Antwort verloren ging',
  'look up people to mention': 'Personen nachschlagen, die erwähnt werden sollen',
  'read replies, and check whether our own are public when the response was lost':
    'Antworten lesen und prüfen, ob unsere eigenen öffentlich sind, wenn die Antwort verloren ging',
  'publish posts, images and videos, and read replies and reply to them':
    'Beiträge, Bilder und Videos veröffentlichen, Antworten lesen und darauf antworten',
  'publish first comments, and read, answer, hide and delete comments':
    'erste Kommentare veröffentlichen und Kommentare lesen, beantworten, verbergen und löschen',

  // Fields for credentials, and advice about them
  Handle: 'Handle',
  Server: 'Server',
  'App password': 'App-Passwort',
  'Enter your handle and an app password. Create one in Bluesky under Settings > Privacy and security > App passwords; you can revoke it there at any time.':
    'Geben Sie Ihren Handle und ein App-Passwort ein. Sie erstellen es in Bluesky unter Einstellungen > Privatsphäre und Sicherheit > App-Passwörter und können es dort jederzeit widerrufen.',
  'Open Bluesky’s app passwords': 'App-Passwörter in Bluesky öffnen',
  'This is the sandbox: enter a handle such as sandbox.bsky.test and the app password sandbox-app-password.':
    'Dies ist die Sandbox: Geben Sie einen Handle wie sandbox.bsky.test und das App-Passwort sandbox-app-password ein.',
  'More test accounts': 'Weitere Testkonten',

  // Reasons for which an account was not connected
  'Access was not granted on the platform’s page.':
    'Der Zugriff wurde auf der Seite der Plattform nicht gewährt.',
  'The platform rejected its own authorization code: it has expired or was already used.':
    'Die Plattform hat ihren eigenen Zugriffscode abgelehnt: Er ist abgelaufen oder wurde schon verwendet.',
  'The platform rejected these credentials.': 'Die Plattform hat diese Zugangsdaten abgelehnt.',
  'The authorization covers no account that can be connected.':
    'Der gewährte Zugriff umfasst kein Konto, das verbunden werden kann.',
  'A permission that publishing needs was not granted.':
    'Eine Berechtigung, die zum Veröffentlichen nötig ist, wurde nicht gewährt.',
  'Access was granted to a different account than the one to reconnect.':
    'Der Zugriff wurde für ein anderes Konto gewährt als das, das neu verbunden werden soll.',
  'The link was opened for a different platform, or by a different person, than it was created for.':
    'Der Link wurde für eine andere Plattform oder von einer anderen Person geöffnet, als er erstellt wurde.',
  'The platform refused the request.': 'Die Plattform hat die Anfrage abgelehnt.',
  'The platform could not be reached or gave an unusable response.':
    'Die Plattform war nicht erreichbar oder hat nicht brauchbar geantwortet.',
} as const;
