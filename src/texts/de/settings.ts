import type { settings as english } from '../en/settings.ts'

export const settings: typeof english = {
  title: 'Einstellungen',
  places: {
    privacy: 'Privatsphäre',
    profile: 'Profil',
    account: 'Anmeldung und Sicherheit',
    sessions: 'Geräte',
    connect: 'Verbinden',
    api: 'API-Schlüssel',
    tokens: 'Zugriffstoken',
    webhooks: 'Webhooks',
    applications: 'Apps',
    players: 'Player',
    mails: 'E-Mails',
    activity: 'Aktivität',
    data: 'Ihre Daten',
    import: 'Import',
    delete: 'Konto löschen',
  },
  meaning: {
    profile: 'Ihr Name und Bild, Sprache, Land, hell oder dunkel',
    privacy: 'Was andere von Ihnen sehen',
    account: 'E-Mail-Adresse, Passwort, Passkeys, Einmalcodes, Geräte',
    applications: 'Apps mit Zugriff auf Ihr Konto',
    activity: 'Anmeldungen und Änderungen an Ihrem Konto',
    mails: 'Einmal am Tag Neues von dem, was Sie beobachten',
    connect: 'Medienserver, Mediencenter und andere Apps, die diesen Server nutzen',
    players: 'Was Player darüber melden, was Sie sehen',
    api: 'Für Apps und Programme, die den Katalog lesen',
    tokens: 'Für Programme, die in Ihrem Namen handeln',
    webhooks: 'Einem Programm melden, was mit Ihren Titeln geschieht',
    data: 'Alles herunterladen, was über Sie gespeichert ist',
    import: 'Bewertungen, Tagebücher und Listen von anderen Seiten',
    delete: 'Endgültig, mit allem, was Sie angelegt haben',
    admin: 'Konten, Schlüssel, Importe und die Einrichtung dieses Servers',
  },
  save: 'Speichern',
  present: 'Aktuelles Passwort',
  presentMissing: 'Geben Sie Ihr aktuelles Passwort ein.',
  presentWrong: 'Das ist nicht Ihr aktuelles Passwort.',
  profile: {
    username: (username) => `Benutzername: ${username}`,
    picture: 'Bild',
    pictureFile: 'Ein eigenes Bild',
    pictureHint: (megabytes) =>
      `JPEG, PNG, WebP, AVIF oder GIF. Höchstens ${megabytes} MB. Gezeigt wird die Mitte. Andere sehen es, wenn Ihr ` +
      'Profil öffentlich ist.',
    pictureSmall: (pixels) => `Wählen Sie ein Bild, das mindestens ${pixels} Pixel breit und hoch ist.`,
    savePicture: 'Dieses Bild verwenden',
    removePicture: 'Bild entfernen',
    avatarHint: 'Ihr Bild wird aus Ihrem Namen gezeichnet.',
    name: 'Name',
    nameHint: 'Optional. Andere sehen ihn statt Ihres Benutzernamens.',
    language: 'Sprache',
    languageHint: 'Für Seiten, Titel und Texte. Was es in dieser Sprache nicht gibt, erscheint in einer anderen.',
    appearanceHint: 'Auf allen Ihren Geräten.',
    country: 'Land',
    countryHint: 'Apps mit Zugriff auf Ihr Konto können es sehen.',
    adult: 'Titel für Erwachsene anzeigen',
    adultHint: 'Apps mit Zugriff auf Ihr Konto können auch das sehen.',
    leaves: 'Filme von meiner Merkliste entfernen, wenn ich sie sehe',
    leavesHint: 'Wie auch immer sie als gesehen markiert werden: hier, von einer App oder von einem Player.',
    faults: { language: 'Wählen Sie eine der Sprachen.', country: 'Wählen Sie eines der Länder.' },
  },
  favorites: {
    title: 'Favoriten in Ihrem Profil',
    hint: 'Bis zu vier Filme und Serien, die oben in Ihrem Profil stehen. Wer das Profil sehen darf, sieht auch sie.',
    choose: 'Einer Ihrer Favoriten',
    show: 'Im Profil zeigen',
    first: 'An die erste Stelle',
    remove: 'Entfernen',
    full: 'Vier werden gezeigt. Entfernen Sie einen, um einen anderen zu wählen.',
    none: 'Setzen Sie Filme und Serien auf ihren Seiten zu Ihren Favoriten. Dann können Sie sie hier wählen.',
  },
  account: {
    email: 'E-Mail-Adresse',
    emailIs: (email) => `Ihre Adresse ist ${email}.`,
    noEmail:
      'Ihr Konto hat keine E-Mail-Adresse. Ohne sie kann Ihnen nur die Verwaltung helfen, wenn Sie Ihr Passwort ' +
      'vergessen.',
    noEmailAdministrator:
      'Ihr Konto hat keine E-Mail-Adresse. Ohne sie lässt sich ein vergessenes Passwort nur auf der Befehlszeile des ' +
      'Servers ersetzen: `npx reelcommons account password`.',
    addEmail: 'E-Mail-Adresse hinzufügen',
    changeEmail: 'E-Mail-Adresse ändern',
    emailLead:
      'Wir senden einen Link an die neue Adresse und eine Nachricht an Ihre aktuelle. Folgen Sie dem Link innerhalb ' +
      'von 24 Stunden, um Ihre Adresse zu ändern.',
    emailLeadUnsent:
      'Dieser Server verschickt keine E-Mails. Geben Sie die neue Adresse ein, und bitten Sie dann die Betreiber um ' +
      'den Link, der sie ändert. Er ist 24 Stunden lang gültig.',
    newEmail: 'Neue E-Mail-Adresse',
    sameEmail: 'Das ist schon Ihre Adresse.',
    confirmEmail: 'Diese Adresse verwenden',
    password: 'Passwort',
    passwordText: 'Ein neues Passwort meldet Sie auf allen anderen Geräten ab und beendet den Zugriff von Apps.',
    changePassword: 'Passwort ändern',
    passwordLead:
      'Sie werden auf allen anderen Geräten abgemeldet, und Ihre Apps verlieren den Zugriff. Danach sehen Sie, was ' +
      'Ihr Konto sonst noch öffnet, und können es beenden.',
  },
  emailConfirm: {
    title: 'Noch ein Schritt',
    text: 'Das wird die E-Mail-Adresse Ihres Kontos:',
  },
  emailOver: {
    title: 'Dieser Link ist abgelaufen',
    text:
      'Ein Link funktioniert nur einmal und ist 24 Stunden lang gültig. In Ihren Einstellungen bekommen Sie ' +
      'einen neuen.',
  },
  emailTaken: {
    title: 'Diese Adresse gehört zu einem anderen Konto',
    text: 'Ein anderes Konto hat sie inzwischen bestätigt. Ihre Adresse bleibt, wie sie ist.',
  },
  sessions: {
    lead: 'Auf diesen Geräten sind Sie angemeldet.',
    browser: ({ browser, system }) =>
      browser && system ? `${browser} unter ${system}` : (browser ?? system ?? 'Unbekanntes Gerät'),
    all: 'Alle Geräte anzeigen',
    isThis: 'Dieses Gerät',
    since: (time) => `Angemeldet am ${time}.`,
    seen: (time) => `Zuletzt gesehen am ${time}.`,
    end: 'Abmelden',
    endOthers: 'Auf allen anderen Geräten abmelden',
  },
  data: {
    lead: 'Laden Sie alles, was wir über Sie speichern, in einer Datei herunter (JSON):',
    contents: [
      'Ihr Konto und seine Einstellungen',
      'Ihre angemeldeten Geräte und die Apps mit Zugriff auf Ihr Konto',
      'die Namen Ihrer Passkeys, wann Sie Einmalcodes eingeschaltet haben und welche Wiederherstellungscodes ' +
        'benutzt sind',
      'Ihre Anmeldungen und was die Verwaltung an Ihrem Konto geändert hat',
      'Ihre API-Schlüssel und Zugriffstoken',
      'Ihre Merkliste, Favoriten, Bewertungen, Listen und Rezensionen und was Sie gesehen haben',
      'Ihre Importe und was sonst im Hintergrund für Sie läuft',
      'Ihre Änderungen am Katalog',
    ],
    secrets:
      'Ihr Passwort, Ihre Schlüssel und Token und die geheimen Schlüssel Ihrer Einmalcodes sind nicht enthalten.',
    tables: 'Tabellen',
    tablesLead:
      'Was Sie bewertet, gesehen, rezensiert und vorgemerkt haben, gibt es auch als Tabellen (CSV) in der Form, in ' +
      'der Filmtagebücher getauscht werden. Viele andere Seiten können sie importieren.',
    tableNames: {
      ...{ films: 'Filme', series: 'Serien und Folgen', watchlist: 'Merkliste', favourites: 'Favoriten' },
      lists: 'Listen',
    },
    tablesHint: 'Wer eine Liste sehen darf, und Listen ohne Titel stehen nur in der Datei mit allem.',
    importHint: 'Sie können diese Dateien auf diesem oder einem anderen Server importieren.',
    importLink: 'Datei importieren',
    download: 'Herunterladen',
  },
  delete: {
    lead: 'Das löscht Ihr Konto sofort und endgültig:',
    consequences: [
      'Ihr Name, Ihre E-Mail-Adresse, Ihr Passwort und Ihre Einstellungen werden gelöscht',
      'Ihre Merkliste, Favoriten, Bewertungen und Listen und Ihr Tagebuch werden gelöscht; die Bewertungen zählen ' +
        'nicht mehr',
      'Ihre API-Schlüssel und Zugriffstoken funktionieren nicht mehr, und keine App kann Ihr Konto mehr benutzen',
      'andere können Ihren Benutzernamen wählen',
      'Ihre Änderungen am Katalog bleiben, aber ohne Ihren Namen',
    ],
    dataFirst: 'Laden Sie zuerst Ihre Daten herunter',
    reviews: 'Was soll mit Ihren Rezensionen geschehen?',
    keep: 'Behalten',
    keepHint: 'Als Verfasser steht dort „deleted account“ (gelöschtes Konto).',
    remove: 'Löschen',
    removeHint: 'Sie verschwinden aus dem Katalog.',
    choose: 'Wählen Sie, was mit Ihren Rezensionen geschehen soll.',
    submit: 'Mein Konto löschen',
    lastAdministrator: 'Nur Ihr Konto hat Verwaltungsrechte. Geben Sie diese Rechte zuerst einem anderen Konto.',
  },
  notices: {
    sessionEnded: 'Das Gerät ist abgemeldet.',
    sessionsEnded: 'Alle anderen Geräte sind abgemeldet.',
    emailAsked: 'Ein Link ist unterwegs an die neue Adresse.',
    emailAskedUnsent: 'Der Link für Ihre neue Adresse ist bereit. Bitten Sie die Betreiber dieses Servers darum.',
    emailChanged: 'E-Mail-Adresse geändert.',
    pictureSaved: 'Ihr Bild ist gespeichert.',
    pictureRemoved: 'Ihr Bild ist entfernt.',
    accountDeleted: 'Ihr Konto ist gelöscht.',
  },
}
