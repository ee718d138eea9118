import type { applications as english } from '../en/applications.ts'

export const applications: typeof english = {
  title: 'Anwendungen',
  ask: {
    title: (name) => `Darf „${name}“ dein Konto benutzen?`,
    may: 'Sie darf',
    permissions: [
      'deinen Namen, Benutzernamen, deine Sprache und dein Land sehen, und ob du Titel für Erwachsene sehen möchtest',
      'eine Prüfsumme deiner E-Mail-Adresse sehen, an der eine Website für Avatare dich erkennt',
      'deine Merkliste sehen, ergänzen und kürzen',
    ],
    mayNot: 'Sie darf nicht',
    refusals: [
      'dein Passwort oder deine E-Mail-Adresse sehen oder ändern',
      'dein Konto löschen',
      'deine anderen Anwendungen sehen',
    ],
    revocable: 'In deinen Einstellungen kannst du das jederzeit zurücknehmen.',
    leads: (place) => `Danach geht es weiter zu ${place}.`,
    stays: 'Danach gehst du selbst zur Anwendung zurück.',
    ends: (time) => `Diese Frage endet am ${time}.`,
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
  notices: {
    revoked: 'Die Anwendung darf dein Konto nicht mehr benutzen.',
  },
  approved: {
    title: 'Die Anwendung darf dein Konto benutzen',
    text: 'Du kannst diese Seite jetzt schließen und zur Anwendung zurückgehen.',
  },
  denied: {
    title: 'Die Anwendung darf dein Konto nicht benutzen',
    text: 'Nichts wurde geändert. Du kannst diese Seite jetzt schließen.',
  },
  over: {
    title: 'Diese Frage ist vorbei',
    text: 'Sie wurde schon beantwortet, sie ist zu alt, oder ihre Adresse ist nicht vollständig. Bitte geh zur Anwendung zurück und fang dort neu an.',
  },
  wrongAddress: {
    title: 'Die Anwendung nannte eine Adresse, zu der wir nicht führen',
    text: 'Nichts wurde erlaubt. Solche Adressen beginnen mit http, https oder dem Namen einer Anwendung.',
  },
  unverified: {
    title: 'Bitte bestätige erst deine E-Mail-Adresse',
    text: 'Anwendungen dürfen ein Konto benutzen, sobald seine Adresse bestätigt ist. Folge dem Link in der Mail, die wir dir geschickt haben, und öffne diese Seite danach noch einmal.',
  },
}
