import type { admin as english } from '../en/admin.ts'

export const admin: typeof english = {
  title: 'Verwaltung',
  places: {
    setup: 'Einrichtung',
    accounts: 'Konten',
    invitations: 'Einladungen',
    fill: 'Katalog füllen',
    matches: 'Zuordnungen',
    keys: 'Schlüssel',
    'audit-log': 'Protokoll',
  },
  setup: {
    lead: 'Sechs Dinge machen diesen Server bereit für andere. Jedes wurde gerade geprüft.',
    done: (done, all) => `${done} von ${all} sind bereit.`,
    ready: 'Bereit',
    open: 'Zu tun',
    again: 'Sie finden diese Seite unter Einstellungen, Verwaltung, wann immer Sie wieder prüfen möchten.',
    address: 'Adresse',
    addressIs: (site) =>
      site === ''
        ? 'Andere erreichen diesen Server.'
        : `Andere erreichen diesen Server, und E-Mails verweisen auf \`${site}\`.`,
    mail: 'E-Mail',
    noMail:
      'E-Mails werden nur in den Datenordner geschrieben. Starten Sie den Server mit `--smtp` und der Adresse eines ' +
      'Mailservers.',
    mailWorks: 'Der Mailserver antwortet.',
    mailFails: (why) => `Der Mailserver nimmt keine E-Mails an: ${why}. Korrigieren Sie die Einstellung smtp.`,
    signUps: 'Registrierung',
    signUpsNeedMail:
      'Man kann sich registrieren, bekommt aber keine E-Mail, um die Adresse zu bestätigen. Richten Sie zuerst ' +
      'E-Mail ein.',
    sample: 'Beispielkatalog',
    hasSample:
      'Das Beispiel ist noch da. Entfernen Sie es mit `reelcommons sample remove`, wenn Sie es nicht mehr brauchen.',
    noSample: 'Das Beispiel ist entfernt.',
    fill: 'Ihr Katalog',
    filled: (movies, series) => `Filme: ${movies}. Serien: ${series}.`,
    empty: 'Der Katalog ist leer.',
    connect: 'Apps',
    noKey: 'Noch keine App hat einen Schlüssel.',
    neverAsked: 'Noch keine App hat ihren Schlüssel benutzt.',
    connected: 'Eine App hat ihren Schlüssel benutzt.',
  },
  signUps: {
    open:
      'Alle können sich registrieren. Mit der Einstellung signups auf invitation ist dazu ein Link nötig, den Sie ' +
      'hier erstellen.',
    invitation: 'Registrieren kann sich nur, wer einen Link hat, den Sie hier erstellen.',
    closed:
      'Die Einstellung signups oder private schließt die Registrierung. Konten legt der Befehl account create an.',
  },
  matchesLead:
    'Importe überspringen, was einer von mehreren Einträgen sein kann oder wovon sie nur den Dateinamen kennen. ' +
    'Entscheiden Sie hier, und importieren Sie dieselben Dateien noch einmal. Ihre Entscheidung gilt auch für jeden ' +
    'späteren Import.',
  matchesWaiting: (count: string) => `Offen: ${count}`,
  makeUnknownNew: (count: string) => `Was der Katalog nicht hat, als neue Einträge anlegen (${count})`,
  noMatchesTitle: 'Nichts zu entscheiden',
  noMatchesText: 'Was Sie entschieden haben, gilt, sobald dieselben Dateien noch einmal importiert werden.',
  laterMatches: 'Weitere',
  certainty: (percent: string) => `zu ${percent} % sicher`,
  whichRecord: 'Welcher Eintrag ist es?',
  isNew: 'Ein neuer Eintrag',
  isNone: 'Keiner: Es kommt nicht in den Katalog',
  isOther: 'Ein anderer Eintrag:',
  idOfOther: 'Seine ID',
  noSuchRecord: (id: string) => `Einen solchen Eintrag mit der ID ${JSON.stringify(id)} gibt es nicht.`,
  decide: 'Speichern',
  invite: 'Einladung erstellen',
  invitationMade: 'Ein Link für eine Person',
  invitationOnce: (days: number) =>
    `Kopieren Sie ihn jetzt: Er wird nur einmal angezeigt. Er gilt einmal, innerhalb von ${days} Tagen.`,
  openInvitations: 'Offene Einladungen',
  invitationOf: (username: string, end: string) => `Erstellt von ${username}, läuft ab am ${end}`,
  revokeInvitation: 'Widerrufen',
  search: 'Konten suchen, deren Benutzername oder E-Mail-Adresse so beginnt',
  noneTitle: 'Kein Konto gefunden',
  noneText: 'Versuchen Sie es mit dem Anfang eines Benutzernamens oder einer E-Mail-Adresse.',
  next: 'Ältere Konten',
  back: 'Alle Konten',
  account: 'Konto',
  name: 'Name',
  email: 'E-Mail-Adresse',
  role: 'Rolle',
  created: 'Registriert',
  state: 'Zustand',
  active: 'Aktiv',
  unverified: 'Adresse nicht bestätigt',
  suspended: 'Gesperrt',
  suspendedAt: 'Gesperrt am',
  browsers: 'Angemeldete Geräte',
  applications: 'Apps mit Zugriff',
  keys: 'API-Schlüssel',
  reviews: 'Rezensionen',
  may: 'Was dieses Konto darf',
  roles: {
    member: {
      name: 'Mitglied',
      meaning:
        'Kann bewerten, Listen führen, Rezensionen schreiben, den Katalog bearbeiten und API-Schlüssel bekommen.',
    },
    moderator: {
      name: 'Moderation',
      meaning:
        'Kann außerdem Änderungen prüfen, Meldungen beantworten, Einträge schützen, Rezensionen entfernen und Listen ' +
        'verbergen, mit einem Grund.',
    },
    administrator: {
      name: 'Verwaltung',
      meaning: 'Kann außerdem alle Konten und Schlüssel sehen, sperren und freigeben und Rollen ändern.',
    },
  },
  saveRole: 'Rolle speichern',
  suspendTitle: 'Sperren',
  suspendText:
    'Das Konto wird auf allen Geräten abgemeldet, und niemand kann sich damit anmelden. Seine Schlüssel und Apps ' +
    'gelten nicht, bis Sie es freigeben. Nichts wird gelöscht.',
  suspend: 'Konto sperren',
  restoreTitle: 'Freigeben',
  restoreText: 'Die Anmeldung ist wieder möglich, und Schlüssel und Apps gelten wie zuvor.',
  restore: 'Konto freigeben',
  lastAdministrator: 'Nur dieses Konto hat diese Rolle. Geben Sie sie zuerst einem anderen Konto.',
  removeReview: 'Rezension entfernen',
  keepReview: 'Abbrechen',
  hideList: 'Liste verbergen',
  hideListText: 'Wer die Liste angelegt hat, sieht weiterhin alles, und den Grund.',
  hideWhat: 'Was verborgen wird',
  hideables: {
    list: 'Die ganze Liste: Nur wer sie angelegt hat und die Moderation sehen sie noch',
    text: 'Nur Name und Beschreibung: Andere sehen die Titel weiterhin',
  },
  showList: 'Liste wieder anzeigen',
  showListText: 'Andere sehen die Liste wieder, soweit sie für andere gedacht ist.',
  listReasonHint: 'Wer die Liste angelegt hat, sieht ihn. Er bleibt im Protokoll.',
  keepList: 'Zurück zur Liste',
  reason: 'Grund',
  reasonHint:
    'Wer die Rezension geschrieben hat, sieht ihn in einer Mitteilung. Er bleibt in der Liste der Änderungen.',
  reasonWrong: (most) => `Geben Sie einen Grund mit höchstens ${most} Zeichen ein.`,
  notices: {
    nothingChosen: 'Wählen Sie zuerst eine Antwort.',
    matchDecided: 'Für den nächsten Import gespeichert.',
    matchesDecided: 'Mit dem nächsten Import werden daraus neue Einträge.',
    matchGone: 'Darüber ist schon entschieden.',
    tooManyInvitations: 'Es gibt zu viele offene Einladungen. Widerrufen Sie zuerst einige.',
    invitationRevoked: 'Einladung widerrufen.',
    reviewRemoved: 'Rezension entfernt.',
    listHidden: 'Liste verborgen.',
    listTextHidden: 'Name und Beschreibung verborgen.',
    listShown: 'Andere können die Liste wieder sehen.',
    suspended: 'Konto gesperrt.',
    restored: 'Konto freigegeben.',
  },
}
