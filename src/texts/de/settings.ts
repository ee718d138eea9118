import type { settings as english } from '../en/settings.ts'

export const settings: typeof english = {
  title: 'Einstellungen',
  places: {
    profile: 'Profil',
    account: 'Anmeldung',
    sessions: 'Browser',
    api: 'API-Schlüssel',
    applications: 'Anwendungen',
    data: 'Eigene Daten',
    delete: 'Konto löschen',
  },
  save: 'Speichern',
  present: 'Jetziges Passwort',
  presentMissing: 'Bitte das Passwort eingeben, das jetzt gilt.',
  presentWrong: 'Das ist nicht das Passwort dieses Kontos.',
  profile: {
    username: (username) => `Benutzername: ${username}`,
    avatarHint: 'Das Bild ist aus dem Namen gezeichnet.',
    name: 'Name',
    nameHint: 'Andere sehen ihn statt des Benutzernamens. Er darf leer sein.',
    language: 'Sprache',
    languageHint:
      'Titel und Texte erscheinen in ihr, wo der Katalog sie hat. Diese Seiten gibt es auf Deutsch und Englisch.',
    country: 'Land',
    countryHint: 'Erlaubte Anwendungen sehen es.',
    adult: 'Titel für Erwachsene zeigen',
    adultHint: 'Auch erlaubte Anwendungen erfahren davon.',
    faults: { language: 'Bitte eine der Sprachen wählen.', country: 'Bitte eines der Länder wählen.' },
  },
  account: {
    email: 'E-Mail-Adresse',
    emailIs: (email) => `Die Adresse ist ${email}.`,
    noEmail: 'Dieses Konto hat keine Adresse.',
    changeEmail: 'E-Mail-Adresse ändern',
    emailLead:
      'An die neue Adresse geht ein Link, an die jetzige eine Nachricht. Die Adresse ändert sich, sobald der Link ' +
      'innerhalb von 24 Stunden benutzt wird.',
    newEmail: 'Neue E-Mail-Adresse',
    sameEmail: 'Das ist die jetzige Adresse.',
    confirmEmail: 'Diese Adresse nehmen',
    password: 'Passwort',
    passwordText: 'Ein neues Passwort meldet alle anderen Browser ab.',
    changePassword: 'Passwort ändern',
    passwordLead:
      'Alle anderen Browser werden abgemeldet. Erlaubte Anwendungen laufen weiter; jede lässt sich einzeln widerrufen.',
  },
  emailConfirm: {
    title: 'Noch ein Schritt',
    text: 'Das ist von nun an die E-Mail-Adresse des Kontos:',
  },
  emailOver: {
    title: 'Dieser Link gilt nicht mehr',
    text: 'Er wurde schon benutzt oder ist älter als 24 Stunden. In den Einstellungen gibt es einen neuen.',
  },
  emailTaken: {
    title: 'Diese Adresse gehört zu einem anderen Konto',
    text: 'Ein anderes Konto hat sie inzwischen bestätigt. Die bisherige Adresse bleibt.',
  },
  sessions: {
    lead: 'In diesen Browsern ist das Konto angemeldet.',
    browser: ({ browser, system }) =>
      browser && system ? `${browser} unter ${system}` : (browser ?? system ?? 'Unbekannter Browser'),
    isThis: 'Dieser Browser',
    since: (time) => `Angemeldet am ${time}.`,
    seen: (time) => `Zuletzt gesehen am ${time}.`,
    end: 'Abmelden',
    endOthers: 'Überall sonst abmelden',
  },
  data: {
    lead: 'Alles, was über dieses Konto gespeichert ist, in einer Datei, die Programme lesen (JSON):',
    contents: [
      'das Konto und seine Einstellungen',
      'die angemeldeten Browser und die erlaubten Anwendungen',
      'die API-Schlüssel',
      'die Merkliste und die eigenen Rezensionen',
      'die eigenen Änderungen am Katalog',
    ],
    secrets: 'Passwörter und Schlüssel sind nicht darin, weil sie nirgends lesbar gespeichert sind.',
    download: 'Herunterladen',
  },
  delete: {
    lead: 'Das löscht dieses Konto sofort und endgültig:',
    consequences: [
      'Name, E-Mail-Adresse, Passwort, Einstellungen und Merkliste sind weg',
      'die API-Schlüssel gelten nicht mehr, und keine Anwendung kann das Konto mehr benutzen',
      'der Benutzername ist für andere frei',
      'Änderungen am Katalog bleiben, aber nichts sagt mehr, von wem sie waren',
    ],
    dataFirst: 'Vorher die eigenen Daten herunterladen',
    reviews: 'Was soll aus den eigenen Rezensionen werden?',
    keep: 'Sie bleiben',
    keepHint: 'Sie stehen dann unter „deleted account“.',
    remove: 'Sie gehen mit',
    removeHint: 'Sie werden aus dem Katalog genommen.',
    choose: 'Bitte wählen, was aus den Rezensionen werden soll.',
    submit: 'Mein Konto löschen',
    lastAdministrator: 'Dies ist das letzte Konto mit Verwaltungsrechten. Bitte erst einem anderen diese Rechte geben.',
  },
  notices: {
    sessionEnded: 'Der Browser ist abgemeldet.',
    sessionsEnded: 'Alle anderen Browser sind abgemeldet.',
    passwordChanged: 'Das Passwort ist geändert, und alle anderen Browser sind abgemeldet.',
    emailAsked: 'Eine Mail mit einem Link ist unterwegs zur neuen Adresse.',
    emailChanged: 'Die E-Mail-Adresse ist geändert.',
    accountDeleted: 'Das Konto ist gelöscht.',
  },
}
