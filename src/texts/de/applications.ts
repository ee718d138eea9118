import type { applications as english } from '../en/applications.ts'

export const applications: typeof english = {
  title: 'Anwendungen',
  lead: 'Diese Anwendungen dürfen sehen und ändern, was zu Ihrem Konto gehört.',
  expiry: (days) => `Wenn Sie eine davon ${days} Tage lang nicht benutzen, verliert sie den Zugang.`,
  noneTitle: 'Keine Anwendung benutzt Ihr Konto',
  noneText: 'Hier stehen die Anwendungen, denen Sie Ihr Konto erlauben. Sie können jede davon widerrufen.',
  allowed: (time) => `Erlaubt am ${time}.`,
  allowedOften: (sessions, first, last) => `${sessions}-mal erlaubt, zuerst am ${first} und zuletzt am ${last}.`,
  lastUsed: (day) => `Zuletzt benutzt am ${day}.`,
  revoke: 'Widerrufen',
  ask: {
    title: (name) => `Darf „${name}“ Ihr Konto benutzen?`,
    may: 'Sie darf',
    permissions: [
      'Ihren Namen und Benutzernamen, Ihre Sprache und Ihr Land sehen, und ob Sie Titel für Erwachsene sehen möchten',
      'eine Prüfsumme Ihrer E-Mail-Adresse sehen, an der eine Website für Avatare Sie erkennt',
      'Ihre Merkliste sehen, Titel hinzufügen und entfernen',
    ],
    editing:
      'den Katalog in Ihrem Namen bearbeiten: Filme, Serien und Personen hinzufügen und ändern, und Bearbeitungen ' +
      'rückgängig machen',
    mayNot: 'Sie darf nicht',
    refusals: [
      'Ihr Passwort oder Ihre E-Mail-Adresse sehen oder ändern',
      'Ihr Konto löschen',
      'Ihre anderen Anwendungen sehen',
    ],
    revocable: 'Sie können das jederzeit in Ihren Einstellungen widerrufen.',
    leads: (place) => `Danach geht es weiter zu ${place}.`,
    stays: 'Kehren Sie danach zur Anwendung zurück.',
    ends: (time) => `Diese Anfrage läuft am ${time} ab.`,
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
  notices: {
    revoked: 'Die Anwendung darf Ihr Konto nicht mehr benutzen.',
  },
  approved: {
    title: 'Die Anwendung darf Ihr Konto benutzen',
    text: 'Sie können diese Seite jetzt schließen und zur Anwendung zurückkehren.',
  },
  denied: {
    title: 'Die Anwendung darf Ihr Konto nicht benutzen',
    text: 'Nichts wurde geändert. Sie können diese Seite jetzt schließen.',
  },
  over: {
    title: 'Diese Anfrage ist nicht mehr gültig',
    text:
      'Sie wurde schon beantwortet, sie ist abgelaufen, oder ihre Adresse ist nicht vollständig. Kehren Sie zur ' +
      'Anwendung zurück, und beginnen Sie dort noch einmal.',
  },
  wrongAddress: {
    title: 'Die Anwendung nannte eine Adresse, die nicht erlaubt ist',
    text:
      'Sie darf Ihr Konto nicht benutzen. Die Adresse, zu der sie zurückkehren will, muss mit http, https oder dem ' +
      'Namen einer Anwendung beginnen.',
  },
  unverified: {
    title: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse',
    text:
      'Anwendungen dürfen ein Konto erst benutzen, wenn seine Adresse bestätigt ist. Folgen Sie dem Link in der ' +
      'E-Mail, die wir Ihnen gesendet haben, und öffnen Sie diese Seite dann noch einmal.',
  },
}
