import type { applications as english } from '../en/applications.ts'

export const applications: typeof english = {
  title: 'Apps',
  lead: 'Diese Apps haben Zugriff auf Ihr Konto.',
  expiry: (days) => `Eine App, die Sie ${days} Tage lang nicht benutzen, verliert den Zugriff.`,
  noneTitle: 'Keine App hat Zugriff auf Ihr Konto',
  noneText: 'Apps, denen Sie den Zugriff erlauben, erscheinen hier. Sie können ihn jederzeit widerrufen.',
  allowed: (time) => `Erlaubt am ${time}.`,
  allowedOften: (sessions, first, last) => `${sessions}-mal erlaubt, zuerst am ${first} und zuletzt am ${last}.`,
  lastUsed: (day) => `Zuletzt benutzt am ${day}.`,
  revoke: 'Zugriff widerrufen',
  ask: {
    title: (name) => `Darf „${name}“ Ihr Konto benutzen?`,
    may: 'Die App darf',
    permissions: [
      'Ihren Namen und Benutzernamen, Ihre Sprache und Ihr Land sehen, und ob Sie Titel für Erwachsene sehen möchten',
      'einen Hash Ihrer E-Mail-Adresse sehen (für Avatare)',
      'Ihre Merkliste, Favoriten, Bewertungen und Listen sehen und ändern',
      'sehen und ändern, was Sie gesehen haben und wem oder was Sie folgen',
    ],
    editing:
      'den Katalog in Ihrem Namen bearbeiten: Filme, Serien und Personen hinzufügen und ändern und Änderungen ' +
      'rückgängig machen',
    moderating: 'über Änderungen und Meldungen anderer und über Schutz entscheiden, wie Sie es selbst dürfen',
    mayNot: 'Die App darf nicht',
    refusals: [
      'Ihr Passwort oder Ihre E-Mail-Adresse sehen oder ändern',
      'Ihr Konto löschen',
      'Ihre anderen Apps sehen',
    ],
    revocable: 'Sie können den Zugriff jederzeit in Ihren Einstellungen widerrufen.',
    leads: (place) => `Danach geht es weiter zu ${place}.`,
    stays: 'Kehren Sie danach zur App zurück.',
    ends: (time) => `Diese Anfrage läuft am ${time} ab.`,
    allow: 'Erlauben',
    deny: 'Ablehnen',
  },
  notices: {
    revoked: 'Die App hat keinen Zugriff mehr auf Ihr Konto.',
  },
  approved: {
    title: 'Zugriff erlaubt',
    text: 'Sie können diese Seite schließen und zur App zurückkehren.',
  },
  denied: {
    title: 'Zugriff abgelehnt',
    text: 'Die App kann Ihr Konto nicht benutzen. Sie können diese Seite schließen.',
  },
  over: {
    title: 'Diese Anfrage ist abgelaufen',
    text:
      'Vielleicht wurde sie auch schon beantwortet, oder ihre Adresse ist unvollständig. Kehren Sie zur App zurück ' +
      'und beginnen Sie dort noch einmal.',
  },
  wrongAddress: {
    title: 'Diese App kann Ihr Konto nicht benutzen',
    text:
      'Die Adresse, zu der sie zurückkehren will, ist nicht erlaubt. Sie muss mit http, https oder dem Namen einer ' +
      'App beginnen.',
  },
  unverified: {
    title: 'Bestätigen Sie zuerst Ihre E-Mail-Adresse',
    text: 'Bestätigen Sie die Adresse, und öffnen Sie dann diese Seite erneut.',
  },
}
