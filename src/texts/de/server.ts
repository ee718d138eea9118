import type { server as english } from '../en/server.ts'

export const server: typeof english = {
  setUp: {
    title: 'Diesen Server einrichten',
    lead: 'Sie verwalten ihn dann. Alles andere können Sie später ändern.',
    code: 'Code aus dem Terminal',
    codeHint:
      'Der Server gibt ihn beim Start aus. Er gilt einen Tag; ein Neustart gibt einen neuen aus. Auf dem Rechner des ' +
      'Servers selbst fragt die Seite unter `localhost` nach keinem Code.',
    codeWrong: 'Das ist nicht der Code, oder er ist abgelaufen. Ein Neustart des Servers gibt einen neuen aus.',
    you: 'Sie',
    emailHint: 'Optional. Damit können Sie ein neues Passwort wählen, wenn Sie Ihres vergessen.',
    site: 'Diese Website',
    content: 'Was darin ist',
    catalogue: 'Katalog',
    catalogues: {
      sample: 'Mit dem Beispielkatalog beginnen: Filme und Serien mit gezeichneten Bildern, um alles auszuprobieren',
      empty: 'Leer beginnen: Der Beispielkatalog wird entfernt',
    },
    folder: 'Ordner zum Importieren',
    folderHint:
      'Optional. Ein Ordner des Servers mit Filmen oder Serien, zum Beispiel /media/filme. Danach sehen Sie, was ' +
      'ein Import bewirken würde.',
    folderGiven: (folders) =>
      `Optional. Einer von ${folders} oder ein Ordner darin. Danach sehen Sie, was ein Import bewirken würde.`,
    folderWrong: 'Diesen Ordner gibt es auf dem Server nicht. Geben Sie einen Pfad wie /media/filme ein.',
    folderClosed: 'Die Einstellung importFolders erlaubt diesen Ordner nicht.',
    submit: 'Einrichten',
    late: 'Inzwischen hat jemand anderes diesen Server eingerichtet.',
    noAccount: 'Diesen Server hat noch niemand eingerichtet.',
  },
  welcome: {
    title: 'Was Sie jetzt tun können',
    steps: {
      look: ['Ansehen, was Ihr Ordner hat', 'Die Vorschau des Imports. Nichts wird geschrieben, bevor Sie zustimmen.'],
      invite: ['Die anderen einladen', 'Links, mit denen man sich registrieren kann, jeder einmal.'],
      accounts: ['Die anderen hinzufügen', 'Wer ein Konto hat und was es darf.'],
      fill: ['Den Katalog füllen', 'Ordner, Tabellen oder Dumps importieren, mit Vorschau.'],
      connect: ['Einen Player verbinden', 'Mediencenter und Apps, Schritt für Schritt.'],
      keys: ['Ihre API-Schlüssel', 'Auch der Schlüssel, den der Server beim ersten Start ausgegeben hat, steht dort.'],
      check: ['Den Server prüfen', 'Adresse, E-Mail, Sicherungen und was er sonst braucht.'],
      watchlist: ['Etwas zum Ansehen finden', 'Titel vormerken, bewerten und als gesehen markieren.'],
      bring: ['Mitbringen, was Sie anderswo haben', 'Bewertungen und Listen von anderen Websites und Playern.'],
      profile: ['Ihr Profil', 'Was andere von Ihnen sehen, und Ihre Sprachen.'],
      add: ['Ergänzen, was fehlt', 'Titel, Personen, Bilder und Korrekturen.'],
    },
  },
  place: 'Server',
  settingsTitle: 'Einstellungen',
  names: {
    siteName: 'Name der Website',
    greeting: 'Begrüßung',
    signups: 'Wer sich registrieren kann',
    private: 'Wer den Katalog sieht',
    importFolders: 'Ordner für Importe',
  },
  hints: {
    siteName: 'Er steht auf jeder Seite und in E-Mails.',
    greeting: 'Optional. Ein oder zwei Sätze für die Startseite.',
  },
  signups: { closed: 'Niemand', invitation: 'Wer eine Einladung hat', open: 'Alle' },
  signupsHint: 'Die Verwaltung kann in jedem Fall Konten anlegen.',
  visibility: {
    false: 'Alle, die den Server erreichen',
    true: 'Nur wer sich anmeldet, und Programme mit einem Schlüssel',
  },
  visibilityHint: 'Auf einem privaten Server kann sich nur registrieren, wer eine Einladung hat.',
  given: (option, variable) =>
    `Festgelegt: Es wurde beim Start des Servers angegeben, als \`${option}\` oder \`${variable}\`. Ohne das können ` +
    'Sie es hier ändern.',
  faults: {
    siteName:
      'Geben Sie einen Namen aus höchstens 60 Zeichen ein, ohne Zeilenumbrüche, Anführungszeichen und spitze Klammern.',
    greeting: 'Geben Sie höchstens 300 Zeichen in einer Zeile ein.',
    signups: 'Wählen Sie, wer sich registrieren kann.',
    private: 'Wählen Sie, wer den Katalog sieht.',
    importFolders: 'Geben Sie einen Pfad wie /media/filme ein.',
    private_sources:
      'Der Katalog hat Werte, die nur für den persönlichen Gebrauch sind, zum Beispiel von IMDb. Deshalb bleibt er ' +
      'privat. Entfernen Sie erst deren Quelle, mit dem Befehl `source remove`.',
  },
  save: 'Änderungen speichern',
  sampleTitle: 'Beispielkatalog',
  sampleText:
    'Beim Entfernen werden seine Filme, Serien und Personen gelöscht. Was jemand verwendet hat, bleibt: was auf ' +
    'einer Liste oder Merkliste steht, bewertet, gesehen, beobachtet, rezensiert oder geändert wurde, wovon Sie eine ' +
    'Datei haben, und worauf sich das bezieht.',
  removeSample: 'Beispielkatalog entfernen',
  removing: 'Der Beispielkatalog wird entfernt …',
  removed: (removed, kept) => `Entfernt: ${removed} Einträge. Geblieben: ${kept}.`,
  kept: 'Diese bleiben, weil jemand sie oder Einträge, die sich auf sie beziehen, verwendet hat:',
  keptMore: (count) => `Und ${count} weitere.`,
  noSample: 'Der Beispielkatalog ist nicht im Katalog.',
  emptyText:
    'Der Katalog ist leer. Der Beispielkatalog hat Filme und Serien mit gezeichneten Bildern, um alles auszuprobieren.',
  loadSample: 'Beispielkatalog laden',
  loading: 'Der Beispielkatalog wird geladen …',
  loaded: 'Der Beispielkatalog ist geladen.',
  backupsTitle: 'Sicherungen',
  lastBackup: (time) => `Letzte Sicherung: ${time}`,
  noBackup: 'Soweit der Server weiß, gibt es noch keine Sicherung.',
  backupsText: (folder) =>
    `Sicherungen, die Sie hier erstellen, liegen auf dem Server im Ordner ${folder}. Kopieren Sie sie auf einen ` +
    'anderen Datenträger, und löschen Sie dort alte. `npx reelcommons backup FOLDER` erstellt sie anderswo, zum ' +
    'Beispiel jede Nacht.',
  bucketText: 'Bilder in einem Bucket sind nicht enthalten.',
  backUp: 'Jetzt sichern',
  backingUp: 'Die Sicherung wird erstellt …',
  backedUp: (folder) => `Die Sicherung liegt in ${folder}.`,
  backupColumns: { at: 'Erstellt', folder: 'Ordner', pictures: 'Bilder', size: 'Größe' },
  aboutBackups: 'Wie man eine Sicherung zurückspielt',
  taskFailed: 'Das hat nicht funktioniert:',
  taskFault: 'Das Protokoll des Servers sagt, warum.',
  mailTitle: 'Test-E-Mail',
  mailTo: (address) => `Schickt jetzt eine E-Mail an ${address}.`,
  mailUnsent: (folder) =>
    `Dieser Server hat keinen Mailserver (Einstellung smtp), deshalb liegen seine E-Mails im Ordner ${folder}.`,
  mailNoAddress: 'Ihr Konto hat keine E-Mail-Adresse.',
  mailSetAddress: 'E-Mail-Adresse hinzufügen',
  sendMail: 'Test-E-Mail schicken',
  mailFailed: 'Der Mailserver hat sie nicht angenommen. Er sagt:',
  sizesTitle: 'Größen',
  sizes: { database: 'Datenbank', pictures: 'Originalbilder', cache: 'Verkleinerte Bilder' },
  inBucket: 'Im Bucket',
  atLeast: (size) => `mehr als ${size}`,
  overview: {
    counts: 'Im Katalog',
    accounts: 'Konten',
    moreThan: (count) => `mehr als ${count}`,
    version: 'Version',
    lastBackup: 'Letzte Sicherung',
    never: 'Nie',
    jobs: 'Läuft gerade',
    noJobs: 'Es läuft nichts.',
    jobOf: (job, username) => `${job}, begonnen von ${username}`,
    jobNames: {
      fill_catalogue: 'Ein Import in den Katalog',
      upkeep: 'Eine Aufgabe der Seite *Server*',
      undo_edits: 'Änderungen werden rückgängig gemacht',
      read_kept_import: 'Es wird gelesen, was jemand anderswo hat',
      write_kept_import: 'Ein Import dessen, was jemand anderswo hat',
      undo_kept_import: 'Ein solcher Import wird rückgängig gemacht',
    },
    waiting: 'Noch nicht bestätigt',
    waitingText:
      'Die E-Mail-Adresse dieser Konten hat niemand bestätigt. Öffnen Sie eines, um sie als bestätigt zu markieren.',
    waitingUnsent: 'Dieser Server schickt keine E-Mails, deshalb bekommen sie keinen Link.',
    since: (time) => `seit ${time}`,
  },
  notices: {
    saved: 'Änderungen gespeichert. Sie gelten ab jetzt.',
    taskRunning: 'Es läuft schon etwas anderes. Warten Sie, bis es fertig ist.',
    jobs: 'Bei Ihnen laufen zu viele Aufgaben. Warten Sie, bis eine fertig ist.',
    mailSent: 'Der Mailserver hat die E-Mail angenommen. Sehen Sie nach, ob sie ankommt.',
    mailWritten: 'Die E-Mail liegt im Ordner.',
    late: 'Inzwischen hat jemand anderes diesen Server eingerichtet. Melden Sie sich an, oder bitten Sie um ein Konto.',
  },
}
