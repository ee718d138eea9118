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
  mend: 'Katalog verbessern',
  signIn: 'Anmelden',
  signUp: 'Registrieren',
  signOut: 'Abmelden',
  signedInAs: (name) => `Angemeldet als ${name}`,
  notifications: 'Mitteilungen',
  newOnes: 'neu',
  search: 'Suchen',
  searchLabel: 'Titel und Namen suchen',
  suggestions: 'Vorschläge',
  suggestionCount: (count) => (count === 0 ? 'Keine Vorschläge' : count === 1 ? '1 Vorschlag' : `${count} Vorschläge`),
  language: 'Sprache',
  chooseLanguage: 'Sprache ändern',
  about: 'Ein offener Katalog für Film und Fernsehen, den alle betreiben können.',
  required: '(Pflichtfeld)',
  faults: (count) => (count === 1 ? 'Es gibt ein Problem' : `Es gibt ${count} Probleme`),
  pages: 'Seiten',
  page: 'Seite',
  previousPage: 'Zurück',
  nextPage: 'Weiter',
  pageOf: (page, total) => `Seite ${page} von ${total}`,
  noSuchPage: (page) => `Es gibt keine Seite ${page}`,
  lastPageIs: (last) => (last === 1 ? 'Diese Liste hat nur eine Seite.' : `Diese Liste endet mit Seite ${last}.`),
  toLastPage: (last) => (last === 1 ? 'Liste anzeigen' : `Zu Seite ${last}`),
  notices: {
    saved: 'Gespeichert.',
    languageChosen: 'Die Sprache ist jetzt Deutsch.',
  },
  home: {
    title: 'Ein offener Katalog für Film und Fernsehen',
    lead: 'Filme, Serien und die Menschen dahinter, gepflegt von Menschen wie Ihnen.',
    contribute: 'Ergänzen, was fehlt',
    contributeText:
      'Mit einem Konto können Sie Einträge anlegen und korrigieren. Ihre ersten Änderungen werden geprüft, bevor ' +
      'andere sie sehen.',
    forDevelopers: 'Darauf aufbauen',
    forDevelopersText:
      'Eine REST-API (Version 3), die viele Apps, Mediencenter und Bibliotheken schon verwenden. Die Referenz ' +
      'beschreibt alle Operationen, und mit Ihrem Schlüssel können Sie jede ausprobieren.',
    toReference: 'API-Referenz öffnen',
    toKeys: 'API-Schlüssel holen',
  },
  errors: {
    home: 'Zur Startseite',
    bad_request: {
      title: 'Ungültige Anfrage',
      text: 'An der Adresse oder am Formular stimmt etwas nicht. Gehen Sie zurück und versuchen Sie es noch einmal.',
    },
    sign_in: { title: 'Bitte melden Sie sich an', text: 'Um diese Seite zu sehen, müssen Sie angemeldet sein.' },
    forbidden: { title: 'Nicht erlaubt', text: 'Ihr Konto hat dafür keine Berechtigung.' },
    form_token: {
      title: 'Dieses Formular ist abgelaufen',
      text: 'Es wurde nichts geändert. Gehen Sie zurück, laden Sie die Seite neu und versuchen Sie es noch einmal.',
    },
    not_found: {
      title: 'Seite nicht gefunden',
      text: 'Prüfen Sie, ob die Adresse richtig geschrieben ist. Vielleicht wurde die Seite auch entfernt.',
    },
    method_not_offered: {
      title: 'Das geht hier nicht',
      text: 'Diese Seite nimmt Anfragen dieser Art nicht an.',
    },
    too_large: {
      title: 'Zu groß',
      text: 'Das ist mehr, als dieser Server annimmt. Versuchen Sie es mit einer kleineren Datei.',
    },
    unprocessable: { title: 'Ungültige Anfrage', text: 'Einer der Werte ist nicht erlaubt.' },
    too_many: {
      title: 'Zu viele Versuche',
      text: 'Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    },
    internal: {
      title: 'Etwas ist schiefgegangen',
      text: 'Der Fehler liegt bei uns und wurde protokolliert. Bitte versuchen Sie es später noch einmal.',
    },
    unavailable: {
      title: 'Vorübergehend nicht verfügbar',
      text: 'Der Server ist stark ausgelastet. Versuchen Sie es gleich noch einmal.',
    },
    maintenance: { title: 'Wartungsarbeiten', text: 'Wir arbeiten am Katalog. Er ist bald wieder da.' },
  },
}
