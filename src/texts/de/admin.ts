import type { admin as english } from '../en/admin.ts'

export const admin: typeof english = {
  title: 'Verwaltung',
  places: {
    overview: 'Übersicht',
    setup: 'Einrichtung',
    server: 'Server',
    accounts: 'Konten',
    invitations: 'Einladungen',
    fill: 'Katalog füllen',
    matches: 'Zuordnungen',
    following: 'Beobachtete Kataloge',
    publishing: 'Veröffentlichen',
    keys: 'Schlüssel',
    webhooks: 'Webhooks',
    'audit-log': 'Protokoll',
  },
  setup: {
    lead: 'Was dieser Server braucht, bevor andere ihn nutzen. Alles wurde gerade geprüft.',
    howToSet:
      'Einstellungen sind Optionen des Befehls, der den Server startet, etwa `npm start -- --host 0.0.0.0`, oder ' +
      'Umgebungsvariablen, etwa `REELCOMMONS_HOST=0.0.0.0`. Behalten Sie die bei, die Sie schon verwenden.',
    allSettings: 'Alle Einstellungen',
    inviteOnly: 'Wählen, wer sich registrieren kann',
    aboutCommand: 'Mehr über diesen Befehl',
    aboutImports: 'Mehr über Importe',
    aboutBackups: 'Mehr über Sicherungen',
    done: (ready, all) => `${ready} von ${all} Punkten sind erledigt.`,
    states: { well: 'Erledigt', note: 'Zu tun', wrong: 'Problem' },
    again: 'Wer zur Verwaltung gehört, sieht diese Seite nach dem Anmelden, bis sie jemand ausblendet.',
    dismiss: 'Ausblenden',
    dismissed: 'Ausgeblendet. Sie finden diese Seite weiterhin hier, und die Übersicht zeigt neue Probleme.',
    points: {
      address: 'Adresse',
      mail: 'E-Mail',
      signUps: 'Registrierung',
      sample: 'Beispielkatalog',
      fill: 'Ihr Katalog',
      connect: 'Apps',
      storage: 'Speicher',
      backups: 'Sicherungen',
    },
    attention: 'Zu erledigen',
    nothingNew: 'Keine Probleme: Alles Wichtige wurde gerade geprüft.',
    toSetup: 'Alle Punkte prüfen',
    pages: 'Seiten der Verwaltung',
  },
  meaning: {
    server: 'Name, Registrierung, Sicherungen und Beispielkatalog; was dieser Server ist',
    accounts: 'Wer ein Konto hat; Rollen, Sperren und Freigeben',
    invitations: 'Links, mit denen man sich registrieren kann',
    fill: 'Filme und Serien aus Ihren Ordnern, Tabellen und Dumps',
    matches: 'Was Importe nicht selbst zuordnen konnten',
    following: 'Kataloge anderer Server, die dieser übernimmt und aktuell hält',
    publishing: 'Wie andere diesem Katalog folgen können',
    keys: 'Die Schlüssel aller Apps',
    'audit-log': 'Was Verwaltung und Moderation gemacht haben',
  },
  signUps: {
    open: 'Alle können sich registrieren.',
    invitation: 'Nur wer einen Link hat, den Sie hier erstellen, kann sich registrieren.',
    closed: 'Niemand kann sich registrieren. Sie legen Konten unter *Konten* an.',
    inviteTitle: 'Mit einem Link einladen',
    invite:
      'Starten Sie den Server mit der Einstellung `signups`: als Option, `npm start -- --signups invitation`, oder ' +
      'als Umgebungsvariable, `REELCOMMONS_SIGNUPS=invitation`. Behalten Sie Ihre anderen Einstellungen bei.',
    inviteHere: 'Wählen Sie unter *Server*, dass sich registrieren kann, wer eine Einladung hat.',
    inviteMeaning: (days) =>
      'Von da an kann sich nur registrieren, wer einen Link hat. Sie erstellen die Links hier, einen für jede ' +
      `Person. Ein Link funktioniert einmal, innerhalb von ${days} Tagen. Bestehende Konten bleiben, wie sie sind.`,
  },
  matchesLead:
    'Importe überspringen, was zu mehreren Einträgen passen kann oder wovon nur der Dateiname bekannt ist. ' +
    'Entscheiden Sie hier, und importieren Sie dann dieselben Dateien noch einmal. Ihre Entscheidungen ' +
    'gelten auch für spätere Importe.',
  matchesWaiting: (count: string) => `Offen: ${count}`,
  makeUnknownNew: (count: string) => `Für alles, was im Katalog fehlt, Einträge anlegen (${count})`,
  noMatchesTitle: 'Nichts zu entscheiden',
  noMatchesText: 'Ihre Entscheidungen gelten, sobald dieselben Dateien noch einmal importiert werden.',
  matchesAgain: (name) => `Neue Vorschau von ${name}`,
  laterMatches: 'Weitere',
  certainty: (percent: string) => `zu ${percent} % sicher`,
  whichRecord: 'Welcher Eintrag ist es?',
  isNew: 'Ein neuer Eintrag',
  isNone: 'Keiner: Es kommt nicht in den Katalog',
  isOther: 'Ein anderer Eintrag:',
  idOfOther: 'Sein Name oder seine ID',
  searchByName: 'Nach Namen suchen',
  searchRecord: 'Name, ID oder Adresse des Eintrags',
  whichIs: (title) => `Welcher Eintrag ist ${title}?`,
  isThis: 'Es ist dieser',
  backToMatches: 'Alle Zuordnungen',
  noSuchRecord: (id: string) => `Einen solchen Eintrag mit der ID ${JSON.stringify(id)} gibt es nicht.`,
  decide: 'Speichern',
  invite: 'Einladung erstellen',
  invitationMade: 'Ein Link für eine Person',
  invitationOnce: (days: number) =>
    `Kopieren Sie ihn jetzt: Er wird nur einmal angezeigt. Er funktioniert nur einmal und ist ${days} Tage ` +
    'lang gültig.',
  openInvitations: 'Offene Einladungen',
  invitationOf: (username: string, end: string) => `Erstellt von ${username}, läuft am ${end} ab`,
  revokeInvitation: 'Widerrufen',
  search: 'Konten nach dem Anfang von Benutzername oder E-Mail-Adresse suchen',
  noneTitle: 'Kein Konto gefunden',
  allAccounts: 'Alle Konten anzeigen',
  noneText: 'Versuchen Sie es mit dem Anfang eines Benutzernamens oder einer E-Mail-Adresse.',
  next: 'Ältere Konten',
  back: 'Alle Konten',
  account: 'Konto',
  name: 'Name',
  email: 'E-Mail-Adresse',
  role: 'Rolle',
  created: 'Registriert',
  state: 'Status',
  active: 'Aktiv',
  unverified: 'Adresse nicht bestätigt',
  noPassword: 'Noch kein Passwort',
  verifyTitle: 'Nicht bestätigte Adresse',
  verifyUnsent: (folder) =>
    'Dieser Server verschickt keine E-Mails. Markieren Sie die Adresse hier als bestätigt, oder geben Sie den Link ' +
    `weiter, der im Ordner ${folder} liegt.`,
  verifyText: 'Tun Sie das nur, wenn die Adresse dieser Person gehört: Damit lässt sich ein neues Passwort anfordern.',
  verify: 'Adresse als bestätigt markieren',
  verifyTaken:
    'Ein anderes Konto hat diese Adresse bestätigt. Diese Person kann jenes Konto oder eine andere Adresse verwenden.',
  linkOnlyHere:
    'Der Link beginnt mit der Adresse dieses Rechners und lässt sich nur hier öffnen. Machen Sie den Server zuerst ' +
    'für andere erreichbar (*Einrichtung* sagt, wie), öffnen Sie diese Seite unter der Adresse, die sie verwenden, ' +
    'und erstellen Sie den Link dort.',
  passwordLink: {
    title: 'Neues Passwort',
    text:
      'Für jemanden, der sein Passwort vergessen hat. Erstellen Sie einen Link, und geben Sie ihn weiter. Sobald ' +
      'damit ein Passwort gewählt ist, wird das Konto auf allen Geräten abgemeldet. Diese Person bekommt eine ' +
      'Mitteilung.',
    first:
      'Dieses Konto hat noch kein Passwort. Erstellen Sie einen Link, mit dem diese Person eines wählt, und geben ' +
      'Sie ihn weiter.',
    mail: 'Link per E-Mail senden',
    make: 'Link für ein neues Passwort erstellen',
    made: (username) => `Ein Link für ${username}`,
    once: (days) =>
      'Kopieren Sie ihn jetzt: Er wird nur einmal angezeigt. Wer ihn hat, wählt das Passwort. Er funktioniert ' +
      `einmal, innerhalb von ${days} Tagen; frühere Links sind ungültig.`,
    own: 'Ihr eigenes Passwort ändern Sie in den Einstellungen.',
    administrator: (username) =>
      'Wer zur Verwaltung gehört, bekommt einen Link per E-Mail oder ein neues Passwort auf der Befehlszeile: `npx ' +
      `reelcommons account password --username ${username}\`.`,
  },
  add: {
    title: 'Konto anlegen',
    lead:
      'Für jemanden aus Ihrem Haushalt oder Team. Sie bekommen einen Link zum Weitergeben, mit dem diese Person ein ' +
      'Passwort wählt.',
    nameHint: 'Optional. Andere sehen ihn statt des Benutzernamens.',
    emailHint:
      'Optional. Sie gilt als bestätigt. Ohne sie kann bei einem vergessenen Passwort nur die Verwaltung helfen.',
    emailTaken: 'Diese Adresse gehört zu einem anderen Konto.',
    password: 'Erstes Passwort',
    passwordHint: 'Optional. Bleibt es leer, bekommen Sie einen Link. Mindestens 12 Zeichen.',
    submit: 'Konto anlegen',
  },
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
      meaning: 'Kann bewerten, Listen führen, Rezensionen schreiben, den Katalog bearbeiten und API-Schlüssel anlegen.',
    },
    moderator: {
      name: 'Moderation',
      meaning:
        'Kann außerdem Änderungen prüfen, Meldungen beantworten, Einträge schützen sowie Rezensionen ' +
        'entfernen und Listen verbergen, wenn es einen Grund gibt.',
    },
    administrator: {
      name: 'Verwaltung',
      meaning: 'Kann außerdem alle Konten und Schlüssel sehen, sperren und freigeben und Rollen ändern.',
    },
  },
  saveRole: 'Rolle speichern',
  suspendTitle: 'Sperren',
  suspendText:
    'Das Konto wird auf allen Geräten abgemeldet, und niemand kann sich mehr damit anmelden. Seine Schlüssel ' +
    'und Apps funktionieren erst wieder, wenn Sie es freigeben. Gelöscht wird nichts.',
  suspend: 'Konto sperren',
  restoreTitle: 'Freigeben',
  restoreText: 'Die Anmeldung ist wieder möglich, und Schlüssel und Apps funktionieren wie zuvor.',
  restore: 'Konto freigeben',
  lastAdministrator: 'Nur dieses Konto hat diese Rolle. Geben Sie sie zuerst einem anderen Konto.',
  removeReview: 'Rezension entfernen',
  keepReview: 'Abbrechen',
  hideList: 'Liste verbergen',
  hideListText: 'Wer die Liste angelegt hat, sieht weiterhin alles und auch den Grund.',
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
  reasonHint: 'Wer die Rezension geschrieben hat, sieht ihn in einer Mitteilung. Er bleibt im Verlauf.',
  reasonWrong: (most) => `Geben Sie einen Grund mit höchstens ${most} Zeichen ein.`,
  notices: {
    setupDismissed: 'Die Einrichtung ist ausgeblendet. Sie finden sie weiterhin in der Liste.',
    nothingChosen: 'Wählen Sie zuerst eine Antwort.',
    matchDecided: 'Für den nächsten Import gespeichert.',
    matchesDecided:
      'Daraus werden neue Einträge, sobald Sie ihre Dateien noch einmal importieren: Wählen Sie sie hier.',
    matchesImported: 'Ihre Dateien werden noch einmal importiert; dabei entstehen die neuen Einträge.',
    matchesInPart:
      'Ein Teil der Dateien wird noch einmal importiert. Aus den übrigen werden Einträge, sobald Sie sie hier ' +
      'importieren.',
    matchGone: 'Darüber ist schon entschieden.',
    tooManyInvitations: 'Es gibt zu viele offene Einladungen. Widerrufen Sie zuerst einige.',
    invitationRevoked: 'Einladung widerrufen.',
    reviewRemoved: 'Rezension entfernt.',
    listHidden: 'Liste verborgen.',
    listTextHidden: 'Name und Beschreibung verborgen.',
    listShown: 'Andere können die Liste wieder sehen.',
    suspended: 'Konto gesperrt.',
    restored: 'Konto freigegeben.',
    verified: 'Adresse als bestätigt markiert.',
    accountAdded: 'Konto angelegt.',
    linkMailed: 'Der Link ist unterwegs an die E-Mail-Adresse dieses Kontos.',
    linkUnverified:
      'Dieses Konto hat keine bestätigte E-Mail-Adresse. Erstellen Sie einen Link, und geben Sie ihn weiter.',
    linkOwn: 'Ihr eigenes Passwort ändern Sie in den Einstellungen.',
    linkSuspended: 'Dieses Konto ist gesperrt. Geben Sie es zuerst frei.',
    linkAdministrator: 'Für andere aus der Verwaltung können Sie keinen Link erstellen.',
  },
}
