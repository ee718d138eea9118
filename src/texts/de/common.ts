import type { common as english } from '../en/common.ts'

export const common: typeof english = {
  siteName: 'Reelcommons',
  skip: 'Zum Inhalt springen',
  menu: 'Menü',
  mainNavigation: 'Hauptnavigation',
  accountNavigation: 'Konto',
  movies: 'Filme',
  series: 'Serien',
  people: 'Personen',
  watchlist: 'Merkliste',
  settings: 'Einstellungen',
  administration: 'Verwaltung',
  reference: 'API-Referenz',
  signIn: 'Anmelden',
  signUp: 'Registrieren',
  signOut: 'Abmelden',
  signedInAs: (name) => `Angemeldet als ${name}`,
  notifications: 'Mitteilungen',
  unreadNotifications: (count) => (count === 1 ? 'Mitteilungen, 1 ungelesen' : `Mitteilungen, ${count} ungelesen`),
  search: 'Suchen',
  searchLabel: 'Den Katalog nach Titel oder Name durchsuchen',
  language: 'Sprache',
  chooseLanguage: 'Sprache ändern',
  languageNames: { en: 'English', de: 'Deutsch' },
  about: 'Ein offener Katalog für Film und Fernsehen, den alle betreiben können.',
  required: '(Pflichtfeld)',
  faults: (count) => (count === 1 ? 'Es gibt ein Problem' : `Es gibt ${count} Probleme`),
  pages: 'Seiten',
  previousPage: 'Zurück',
  nextPage: 'Weiter',
  pageOf: (page, total) => `Seite ${page} von ${total}`,
  noSuchPage: (page) => `Es gibt keine Seite ${page}`,
  lastPageIs: (last) => (last === 1 ? 'Diese Liste hat nur eine Seite.' : `Diese Liste endet mit Seite ${last}.`),
  toLastPage: (last) => (last === 1 ? 'Liste anzeigen' : `Zu Seite ${last}`),
  notices: {
    saved: 'Gespeichert.',
    languageChosen: 'Die Seiten sind jetzt auf Deutsch.',
  },
  home: {
    title: 'Ein offener Katalog für Film und Fernsehen',
    lead: 'Filme, Serien, Staffeln, Folgen und die Menschen dahinter, gepflegt von allen, denen daran liegt.',
    forDevelopers: 'Darauf aufbauen',
    forDevelopersText:
      'Version 3 einer REST-Schnittstelle, die viele Programme, Mediencenter und Bibliotheken schon sprechen. Die ' +
      'Referenz beschreibt jede Operation, und mit einem Schlüssel lässt sich jede ausprobieren.',
    toReference: 'API-Referenz öffnen',
    toKeys: 'Schlüssel holen',
  },
  errors: {
    home: 'Zur Startseite',
    bad_request: {
      title: 'Diese Anfrage ist nicht lesbar',
      text: 'Etwas an der Adresse oder am Formular stimmt nicht.',
    },
    sign_in: { title: 'Bitte anmelden', text: 'Diese Seite ist für angemeldete Personen.' },
    forbidden: { title: 'Das ist nicht erlaubt', text: 'Diese Seite oder Handlung ist für dieses Konto gesperrt.' },
    form_token: {
      title: 'Dieses Formular kam nicht von unserer Seite',
      text:
        'Das Formular ist zu alt, oder eine andere Website hat es gesendet. Nichts wurde geändert. ' +
        'Bitte zurückgehen, die Seite neu laden und noch einmal versuchen.',
    },
    not_found: {
      title: 'Diese Seite gibt es nicht',
      text: 'Die Adresse ist vielleicht vertippt, oder was hier stand, ist nicht mehr da.',
    },
    method_not_offered: {
      title: 'Das geht hier nicht',
      text: 'Die Seite gibt es, aber nicht für diese Art von Anfrage.',
    },
    too_large: { title: 'Das ist zu viel', text: 'Die Sendung ist größer, als dieser Server sie annimmt.' },
    unprocessable: { title: 'Das passt nicht', text: 'Etwas an der Anfrage ist nicht, wie es sein soll.' },
    too_many: { title: 'Zu viele Versuche', text: 'Bitte einen Moment warten und dann noch einmal versuchen.' },
    internal: {
      title: 'Etwas ist schiefgegangen',
      text: 'Der Fehler liegt bei uns und ist vermerkt. Bitte später noch einmal versuchen.',
    },
    unavailable: {
      title: 'Gerade nicht verfügbar',
      text: 'Der Server ist sehr beschäftigt. Bitte gleich noch einmal versuchen.',
    },
    maintenance: { title: 'Hier wird gearbeitet', text: 'Der Katalog wird gewartet und ist bald wieder da.' },
  },
}
