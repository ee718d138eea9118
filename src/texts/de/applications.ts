import type { applications as english } from '../en/applications.ts'

export const applications: typeof english = {
  title: 'Anwendungen',
  lead: 'Diese Anwendungen dürfen sehen und ändern, was zu diesem Konto gehört.',
  expiry: (days) => `Wird eine davon ${days} Tage lang nicht benutzt, endet ihr Zugang.`,
  noneTitle: 'Keine Anwendung benutzt dieses Konto',
  noneText: 'Eine erlaubte Anwendung steht hier und lässt sich jederzeit widerrufen.',
  allowed: (time) => `Erlaubt am ${time}.`,
  allowedOften: (sessions, first, last) => `${sessions}-mal erlaubt, zuerst am ${first} und zuletzt am ${last}.`,
  lastUsed: (day) => `Zuletzt benutzt am ${day}.`,
  revoke: 'Widerrufen',
  ask: {
    title: (name) => `Darf „${name}“ dieses Konto benutzen?`,
    may: 'Sie darf',
    permissions: [
      'Name, Benutzername, Sprache und Land sehen, und ob Titel für Erwachsene gezeigt werden',
      'eine Prüfsumme der E-Mail-Adresse sehen, an der eine Website für Avatare sie erkennt',
      'die Merkliste sehen, ergänzen und kürzen',
    ],
    mayNot: 'Sie darf nicht',
    refusals: ['Passwort oder E-Mail-Adresse sehen oder ändern', 'das Konto löschen', 'die anderen Anwendungen sehen'],
    revocable: 'In den Einstellungen lässt sich das jederzeit zurücknehmen.',
    leads: (place) => `Danach geht es weiter zu ${place}.`,
    stays: 'Danach bitte selbst zur Anwendung zurückgehen.',
    ends: (time) => `Diese Frage endet am ${time}.`,
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
  notices: {
    revoked: 'Die Anwendung darf dieses Konto nicht mehr benutzen.',
  },
  approved: {
    title: 'Die Anwendung darf dieses Konto benutzen',
    text: 'Diese Seite kann jetzt geschlossen werden; in der Anwendung geht es weiter.',
  },
  denied: {
    title: 'Die Anwendung darf dieses Konto nicht benutzen',
    text: 'Nichts wurde geändert. Diese Seite kann jetzt geschlossen werden.',
  },
  over: {
    title: 'Diese Frage ist vorbei',
    text:
      'Sie wurde schon beantwortet, sie ist zu alt, oder ihre Adresse ist nicht vollständig. Bitte zur ' +
      'Anwendung zurückgehen und dort neu anfangen.',
  },
  wrongAddress: {
    title: 'Die Anwendung nannte eine Adresse, zu der wir nicht führen',
    text: 'Nichts wurde erlaubt. Solche Adressen beginnen mit http, https oder dem Namen einer Anwendung.',
  },
  unverified: {
    title: 'Bitte erst die E-Mail-Adresse bestätigen',
    text:
      'Anwendungen dürfen ein Konto benutzen, sobald seine Adresse bestätigt ist. Der Link dafür steht in ' +
      'der Mail, die wir geschickt haben; danach diese Seite bitte noch einmal öffnen.',
  },
}
