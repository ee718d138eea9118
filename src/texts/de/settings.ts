import type { settings as english } from '../en/settings.ts'

export const settings: typeof english = {
  title: 'Einstellungen',
  places: {
    privacy: 'Privatsphäre',
    profile: 'Profil',
    account: 'Anmeldung',
    sessions: 'Geräte',
    api: 'API-Schlüssel',
    tokens: 'Zugriffstoken',
    applications: 'Anwendungen',
    mails: 'E-Mails',
    activity: 'Aktivität',
    data: 'Ihre Daten',
    import: 'Import',
    delete: 'Konto löschen',
  },
  save: 'Speichern',
  present: 'Aktuelles Passwort',
  presentMissing: 'Geben Sie Ihr aktuelles Passwort ein.',
  presentWrong: 'Das ist nicht Ihr aktuelles Passwort.',
  profile: {
    username: (username) => `Benutzername: ${username}`,
    avatarHint: 'Das Bild ist aus Ihrem Namen gezeichnet.',
    name: 'Name',
    nameHint: 'Andere sehen ihn statt Ihres Benutzernamens. Er darf leer sein.',
    language: 'Sprache',
    languageHint:
      'Titel und Texte erscheinen in dieser Sprache, wo der Katalog sie hat. Die Seiten gibt es auf Deutsch und ' +
      'Englisch.',
    country: 'Land',
    countryHint: 'Anwendungen, denen Sie Ihr Konto erlauben, können es sehen.',
    adult: 'Titel für Erwachsene zeigen',
    adultHint: 'Anwendungen, denen Sie Ihr Konto erlauben, können auch das sehen.',
    faults: { language: 'Wählen Sie eine der Sprachen.', country: 'Wählen Sie eines der Länder.' },
  },
  account: {
    email: 'E-Mail-Adresse',
    emailIs: (email) => `Ihre Adresse ist ${email}.`,
    noEmail: 'Ihr Konto hat keine Adresse.',
    changeEmail: 'E-Mail-Adresse ändern',
    emailLead:
      'Wir senden einen Link an die neue Adresse und eine Nachricht an Ihre aktuelle. Die Adresse ändert sich, wenn ' +
      'Sie dem Link innerhalb von 24 Stunden folgen.',
    newEmail: 'Neue E-Mail-Adresse',
    sameEmail: 'Das ist schon Ihre Adresse.',
    confirmEmail: 'Diese Adresse verwenden',
    password: 'Passwort',
    passwordText: 'Ein neues Passwort meldet Sie auf allen anderen Geräten ab.',
    changePassword: 'Passwort ändern',
    passwordLead:
      'Sie werden auf allen anderen Geräten abgemeldet. Erlaubte Anwendungen laufen weiter; Sie können sie widerrufen.',
  },
  emailConfirm: {
    title: 'Noch ein Schritt',
    text: 'Dies wird die E-Mail-Adresse Ihres Kontos:',
  },
  emailOver: {
    title: 'Dieser Link ist nicht mehr gültig',
    text: 'Er wurde schon benutzt oder ist älter als 24 Stunden. In Ihren Einstellungen bekommen Sie einen neuen.',
  },
  emailTaken: {
    title: 'Diese Adresse gehört zu einem anderen Konto',
    text: 'Ein anderes Konto hat sie inzwischen bestätigt. Ihre Adresse bleibt, wie sie ist.',
  },
  sessions: {
    lead: 'Auf diesen Geräten sind Sie angemeldet.',
    browser: ({ browser, system }) =>
      browser && system ? `${browser} unter ${system}` : (browser ?? system ?? 'Unbekanntes Gerät'),
    isThis: 'Dieses Gerät',
    since: (time) => `Angemeldet am ${time}.`,
    seen: (time) => `Zuletzt gesehen am ${time}.`,
    end: 'Abmelden',
    endOthers: 'Auf allen anderen Geräten abmelden',
  },
  data: {
    lead: 'Alles, was über Sie gespeichert ist, in einer Datei, die Programme lesen können (JSON):',
    contents: [
      'Ihr Konto und seine Einstellungen',
      'die Geräte, auf denen Sie angemeldet sind, und die Anwendungen, die Ihr Konto benutzen dürfen',
      'die Anmeldungen Ihres Kontos und was die Verwaltung daran getan hat',
      'Ihre API-Schlüssel und Zugriffstoken',
      'Ihre Merkliste, Favoriten, Bewertungen, Listen und Rezensionen, und was Sie gesehen haben',
      'Ihre Importe und was sonst im Hintergrund für Sie läuft',
      'Ihre Änderungen am Katalog',
    ],
    secrets: 'Ihr Passwort, Ihre Schlüssel und Ihre Token sind nicht darin, weil sie nicht lesbar gespeichert sind.',
    importHint: 'Sie können sie auf diesem oder einem anderen Server importieren.',
    importLink: 'Datei importieren',
    download: 'Herunterladen',
  },
  delete: {
    lead: 'Das löscht Ihr Konto sofort und endgültig:',
    consequences: [
      'Ihr Name, Ihre E-Mail-Adresse, Ihr Passwort und Ihre Einstellungen werden gelöscht',
      'Ihre Merkliste, Favoriten, Bewertungen und Listen und Ihr Tagebuch werden gelöscht; die Bewertungen zählen ' +
        'nicht mehr',
      'Ihre API-Schlüssel und Zugriffstoken gelten nicht mehr, und keine Anwendung kann Ihr Konto mehr benutzen',
      'andere können Ihren Benutzernamen wählen',
      'Ihre Änderungen am Katalog bleiben, aber ohne Ihren Namen',
    ],
    dataFirst: 'Laden Sie zuerst Ihre Daten herunter',
    reviews: 'Was soll mit Ihren Rezensionen geschehen?',
    keep: 'Behalten',
    keepHint: 'Sie stehen dann unter „deleted account“.',
    remove: 'Löschen',
    removeHint: 'Sie werden aus dem Katalog gelöscht.',
    choose: 'Wählen Sie, was mit Ihren Rezensionen geschehen soll.',
    submit: 'Mein Konto löschen',
    lastAdministrator:
      'Dies ist das letzte Konto mit Verwaltungsrechten. Geben Sie diese Rechte zuerst einem anderen Konto.',
  },
  notices: {
    sessionEnded: 'Das Gerät ist abgemeldet.',
    sessionsEnded: 'Alle anderen Geräte sind abgemeldet.',
    passwordChanged: 'Ihr Passwort ist geändert, und alle anderen Geräte sind abgemeldet.',
    emailAsked: 'Eine E-Mail mit einem Link ist unterwegs an die neue Adresse.',
    emailChanged: 'Ihre E-Mail-Adresse ist geändert.',
    accountDeleted: 'Ihr Konto ist gelöscht.',
  },
}
