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
  mend: 'Den Katalog verbessern',
  signIn: 'Anmelden',
  signUp: 'Registrieren',
  signOut: 'Abmelden',
  signedInAs: (name) => `Angemeldet als ${name}`,
  notifications: 'Mitteilungen',
  unreadNotifications: (count) => (count === 1 ? 'Mitteilungen, 1 ungelesen' : `Mitteilungen, ${count} ungelesen`),
  search: 'Suchen',
  searchLabel: 'Den Katalog nach Titel oder Name durchsuchen',
  suggestions: 'Vorschläge',
  suggestionCount: (count) => (count === 0 ? 'Keine Vorschläge' : count === 1 ? '1 Vorschlag' : `${count} Vorschläge`),
  language: 'Sprache',
  chooseLanguage: 'Sprache ändern',
  languageNames: { en: 'English', de: 'Deutsch' },
  about: 'Ein offener Katalog für Film und Fernsehen, den jeder betreiben kann.',
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
    contribute: 'Ergänzen, was fehlt',
    contributeText:
      'Wer ein Konto hat, kann Einträge anlegen und berichtigen. Die ersten Änderungen sieht sich jemand an, bevor ' +
      'sie gelten.',
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
      title: 'Diese Anfrage ist nicht gültig',
      text: 'Etwas an der Adresse oder am Formular stimmt nicht.',
    },
    sign_in: { title: 'Bitte melden Sie sich an', text: 'Für diese Seite müssen Sie angemeldet sein.' },
    forbidden: { title: 'Das ist nicht erlaubt', text: 'Ihr Konto hat dafür keine Berechtigung.' },
    form_token: {
      title: 'Dieses Formular ist nicht gültig',
      text:
        'Es ist zu alt, oder eine andere Website hat es gesendet. Nichts wurde geändert. ' +
        'Gehen Sie zurück, laden Sie die Seite neu, und versuchen Sie es noch einmal.',
    },
    not_found: {
      title: 'Seite nicht gefunden',
      text: 'Vielleicht ist die Adresse falsch geschrieben, oder die Seite wurde entfernt.',
    },
    method_not_offered: {
      title: 'Das geht hier nicht',
      text: 'Diese Seite nimmt Anfragen dieser Art nicht an.',
    },
    too_large: { title: 'Zu groß', text: 'Was Sie gesendet haben, ist größer, als dieser Server annimmt.' },
    unprocessable: { title: 'Diese Anfrage ist nicht möglich', text: 'Sie enthält einen Wert, der nicht erlaubt ist.' },
    too_many: {
      title: 'Zu viele Versuche',
      text: 'Bitte warten Sie einen Moment, bevor Sie es noch einmal versuchen.',
    },
    internal: {
      title: 'Etwas ist schiefgegangen',
      text: 'Der Fehler liegt bei uns und wurde protokolliert. Bitte versuchen Sie es später noch einmal.',
    },
    unavailable: {
      title: 'Gerade nicht verfügbar',
      text: 'Der Server ist stark ausgelastet. Bitte versuchen Sie es gleich noch einmal.',
    },
    maintenance: { title: 'Wartungsarbeiten', text: 'Wir arbeiten am Katalog. Er ist bald wieder da.' },
  },
}
