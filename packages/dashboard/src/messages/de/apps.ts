import type { Translation } from '../load-messages.js';
import type en from '../en/apps.js';

export default {
  allowAnApp: 'Eine App zulassen',
  loadingTheRequest: 'Die Anfrage wird geladen',
  wrongRequest: 'Die App hat eine falsche Anfrage geschickt. Es wurde nichts erlaubt.',
  backTo: 'Zurück zu {place}',
  asksForAccess: '<strong>{name}</strong> bittet darum, in Ihrem Namen auf Punctual zuzugreifen.',
  isVerified: 'Die App gehört zu <strong>{place}</strong>.',
  isNotVerified:
    'Die App nennt sich selbst so und hat das nicht nachgewiesen. Fahren Sie nur fort, wenn Sie sie gerade selbst gestartet haben.',
  returnsTo: 'Danach kehren Sie zu <strong>{place}</strong> zurück.',
  forApi: 'Sie benutzt die API, mit Ihrer Rolle in den Arbeitsbereichen, die Sie auswählen.',
  forMcp:
    'Sie benutzt die Werkzeuge für Agenten (MCP), mit Ihrer Rolle in den Arbeitsbereichen, die Sie auswählen.',
  workspaces: 'Arbeitsbereiche',
  chooseAWorkspace: 'Wählen Sie mindestens einen Arbeitsbereich aus.',
  rights: 'Rechte',
  duration: 'Dauer',
  untilRevoked: 'Bis ich es widerrufe',
  durationHint:
    'Der Zugriff endet auch, wenn die App ihn 60 Tage lang nicht benutzt. Unter „Profil“ können Sie ihn widerrufen.',
  allow: 'Zulassen',
  refuse: 'Ablehnen',
  youCanClose: 'Sie können diese Seite jetzt schließen und in der App fortfahren.',
  apps: 'Apps',
  appsOfOthers: 'Apps anderer Anbieter, die in Ihrem Namen handeln. Sie haben keinen API-Schlüssel.',
  appsOfMembers:
    'Apps anderer Anbieter, die im Namen eines Mitglieds dieses Arbeitsbereichs handeln. Sie haben keinen API-Schlüssel.',
  loadingApps: 'Apps werden geladen',
  noApps: 'Keine App hat Zugriff.',
  moreApps: 'Apps',
  name: 'Name',
  access: 'Zugriff',
  allowedBy: 'Zugelassen von',
  lastUsed: 'Zuletzt benutzt',
  never: 'Nie',
  actions: 'Aktionen',
  untilDate: 'Bis <time></time>',
  fromPlace: 'von {place}',
  notProven: 'von {place}, nicht nachgewiesen',
  revoke: 'Widerrufen',
  revokeName: '{name} widerrufen',
  revokeQuestion: 'Den Zugriff von „{name}“ widerrufen?',
  losesAccess: 'Die App verliert sofort den Zugriff.',
  losesWorkspace: 'Die App verliert sofort den Zugriff auf diesen Arbeitsbereich.',
  wasRevoked: 'Der Zugriff von „{name}“ wurde widerrufen',
} satisfies Translation<typeof en>;
