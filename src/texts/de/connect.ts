import type { connect as english } from '../en/connect.ts'

export const connect: typeof english = {
  title: 'Verbinden',
  lead: 'Verbinden Sie Apps und Mediacenter mit diesem Katalog. Geben Sie jeder App einen eigenen Schlüssel.',
  toTest: 'Testen',
  back: 'Zurück zu „Verbinden“',

  address: 'Adressen',
  addressHint: 'Tragen Sie in Apps, die nach der Adresse der API fragen, die erste ein.',
  ofInterface: 'API',
  ofPictures: 'Bilder',
  obstacles: 'Was Apps am Verbinden hindert',
  obstacle: {
    only_here: 'Dieser Server ist nur von dem Rechner aus erreichbar, auf dem er läuft.',
    site_unset:
      'Der Server kennt die Adresse nicht, unter der man ihn öffnet. E-Mails und manche Antworten enthalten eine ' +
      'falsche.',
    site_not_encrypted: (site) => `\`site\` ist ${site}, aber dieser Server antwortet nur mit https.`,
    not_encrypted: 'Apps verwenden https für die Namen aus `appHosts`, aber dieser Server antwortet nur mit http.',
    certificate_unreadable: (why) => `Das Zertifikat lässt sich nicht verwenden. ${why}`,
    certificate_ends: (file, days) => `Das Zertifikat in ${file} läuft bald ab. Verbleibende Tage: ${days}.`,
    certificate_ended: (file) => `Das Zertifikat in ${file} ist abgelaufen.`,
    not_named: (name) => `Kein Zertifikat gilt für ${name}.`,
  },
  remedy: {
    only_here:
      'Starten Sie ihn mit `--host 0.0.0.0`, oder stellen Sie einen Proxy davor, den Sie mit `--proxies` angeben.',
    site_unset: 'Starten Sie ihn mit dieser Adresse, etwa `--site http://192.168.1.20:8080`.',
    site_not_encrypted: 'Setzen Sie `site` auf eine Adresse, die mit https beginnt.',
    not_encrypted:
      'Erstellen Sie mit `npx reelcommons certificate NAME` ein Zertifikat, oder stellen Sie einen Proxy davor, der ' +
      'eines hat.',
    certificate_unreadable: 'Korrigieren Sie `tlsCertificate` und `tlsKey` oder die Zugriffsrechte der Dateien.',
    certificate_ends:
      'Wenn es mit `npx reelcommons certificate` erstellt wurde, rufen Sie das noch einmal auf. Der Server ' +
      'übernimmt das neue von selbst.',
    not_named: 'Erstellen Sie eines für alle Namen: `npx reelcommons certificate NAME NAME`.',
  },
  askAdministrator: 'Fragen Sie die Betreiber dieses Servers.',

  keys: 'Ihre Apps',
  keysHint: 'Ein Test zeigt, ob eine App diesen Server mit ihrem Schlüssel erreicht.',
  apps: { player: 'Player und Mediencenter', program: 'Für eigene Programme' },
  way: {
    setting: 'Adresse eintragen',
    fixed: 'Feste Adresse',
    provider: 'Zwei Adressen eintragen',
    files: 'NFO-Dateien',
  },
  tried: (version) => `Getestet mit Version ${version}`,
  worked: 'Getestet:',
  notTried: 'Laut Dokumentation, nicht getestet',
  app: {
    kodi_scrapers: {
      how:
        'Seine Scraper für Filme und Serien fragen eine feste Adresse und bringen einen Schlüssel mit: Installieren ' +
        'Sie das Zertifikat Ihrer Zertifizierungsstelle auf seinem Gerät. Die NFO-Dateien unten brauchen keines.',
      tried: 'Seine eigenen Scraper fanden unter ihrer festen Adresse 11 von 11 Filmen und 9 von 9 Folgen.',
    },
    plex: {
      how:
        'Ab Version 1.43. Sie tragen zwei Adressen, die einen eigenen Schlüssel enthalten, als ' +
        'Metadaten-Anbieter ein.',
    },
    moviedb_promise: {
      how: "`new MovieDb('KEY', 'http://films.lan:8080/3/')` mit Ihrem Schlüssel und Ihrer Adresse.",
      tried:
        'Suche, Details mit angehängten Teilen, Serien, Staffeln, Konfiguration, ein Plakat, ein ' +
        'Anfrage-Token. Unter der festen Adresse mit beliebigem Schlüssel alles davon außer dem ' +
        'Anfrage-Token.',
    },
    tmdb_ts: {
      how:
        'Sendet ein Bearer-Token. Nimmt als zweites Argument ein eigenes `fetch`, das eine andere Adresse ' +
        'verwenden kann.',
      tried: 'Suche, Details, Listen, Konfiguration und Genres, unter der festen Adresse mit beliebigem Token.',
    },
    jellyseerr: {
      how:
        'Die App läuft mit Node.js: Setzen Sie `NODE_EXTRA_CA_CERTS` in ihrem Container auf das Zertifikat Ihrer ' +
        'Zertifizierungsstelle.',
    },
    jellyfin: {
      how:
        'Liest NFO-Dateien neben den Filmen und zieht sie allem vor, was es anderswo findet. Ein Schlüssel ist ' +
        'nicht nötig.',
    },
    kodi: {
      how:
        'Liest NFO-Dateien neben den Filmen; als Scraper genügt *Local information only*. Ein Schlüssel ist ' +
        'nicht nötig.',
    },
  },
  other: 'Eine andere App',
  otherHow: 'Für eine App, in der Sie eine Adresse und einen Schlüssel eintragen können.',
  exportHow: 'Schreiben Sie die Dateien neben Ihre Filme, einmal und immer, wenn sich der Katalog geändert hat:',

  makeKey: 'Schlüssel anlegen',
  makeKeyFor: (name) => `Schlüssel anlegen für ${name}`,
  makeKeyForOther: 'Schlüssel anlegen für eine andere App',
  makeLead: 'Mit diesem Schlüssel haben Antworten die Feldnamen, die bestehende Apps erwarten.',
  makePlexLead: 'Der Schlüssel gilt nur für zwei Adressen für den Plex Media Server.',
  name: 'Name',
  nameHint: 'Wo die App läuft, zum Beispiel im Wohnzimmer.',
  ownValue: 'Eingebauter Schlüssel der App',
  ownValueHint:
    'Optional. Für eine App, die einen eigenen Schlüssel mitbringt: 32 Hexadezimalziffern oder ein ' +
    'Bearer-Token. Wer die App hat, kann diesen Schlüssel auslesen und auch hier verwenden.',
  ownValueWrong: (least, most) =>
    `Geben Sie 32 Hexadezimalziffern ein oder ein Bearer-Token: ${least} bis ${most} Buchstaben, Ziffern, -._~+/.`,
  ownValueMissing: 'Geben Sie den eingebauten Schlüssel ein, oder lassen Sie das Limit leer.',
  ownValueTaken: 'Ein anderer gültiger Schlüssel hat schon diesen Wert. Widerrufen Sie ihn zuerst.',
  ownValueHere: 'Eingebauten Schlüssel einer App eingeben',
  ownLimit: 'Anfragen pro Sekunde mit diesem Schlüssel',
  ownLimitHint: 'Optional. Sonst gilt das Limit aller anderen Schlüssel.',
  ownLimitWrong: (most) => `Geben Sie eine Zahl von 1 bis ${most} ein, oder lassen Sie das Feld leer.`,
  make: 'Schlüssel anlegen',

  madeTitle: 'Ihr neuer Schlüssel',
  madeOnce: 'Kopieren Sie den Schlüssel jetzt. Wir speichern ihn nicht, er wird also nur einmal angezeigt.',
  madeGone:
    'Wir speichern keine Schlüssel, dieser wird also nicht noch einmal angezeigt. Nicht kopiert? Legen Sie ' +
    'einen neuen an.',
  madeKey: 'Schlüssel',
  madeAddresses: 'Adressen für Plex',
  enter: {
    setting:
      'Tragen Sie diese Adresse und diesen Schlüssel in der App ein. Manche Apps erwarten die Adresse ohne ' + '`/3`.',
    fixed:
      'Tragen Sie diesen Schlüssel in der App ein, wenn das möglich ist. Die App verwendet eine feste ' +
      'Adresse, die die Verwaltung zu diesem Server leitet.',
    provider:
      'Öffnen Sie in Plex *Settings → Metadata Agents → Add Provider* (so heißt es auf Englisch), und tragen Sie die ' +
      'erste Adresse ein, danach die zweite. Legen Sie mit jeder einen Agenten an, wählen Sie ihn in den ' +
      'Einstellungen einer Mediathek, und aktualisieren Sie deren Metadaten.',
  },
  testNow: 'Verbindung testen',

  testTitle: (name) => `Test von ${name}`,
  testLead:
    'Öffnen Sie jetzt die App, und suchen Sie einen Film. Ihre Anfragen erscheinen hier nach etwa zehn Sekunden.',
  works: (count, one) =>
    one
      ? 'Ihre App hat in der letzten Minute 1 Anfrage gesendet: Sie ist verbunden.'
      : `Ihre App hat in der letzten Minute ${count} Anfragen gesendet: Sie ist verbunden.`,
  wrongDialect: (count, one) =>
    `Ihre App hat in der letzten Minute ${one ? '1 Anfrage' : `${count} Anfragen`} gesendet, aber mit diesem ` +
    'Schlüssel haben Antworten die Feldnamen der Spezifikation. Bestehende Apps erwarten andere: Legen Sie hier ' +
    'einen neuen an.',
  limited: (count) => `Abgelehnte Anfragen, weil sie über dem Limit des Schlüssels lagen: ${count}.`,
  ignored: (names) => `Parameter, die übergangen wurden, weil sie nicht lesbar sind: ${names}.`,
  suspended: 'Dieser Schlüssel ist gesperrt, deshalb werden Anfragen damit abgelehnt.',
  ended: 'Dieser Schlüssel ist abgelaufen oder wurde widerrufen. Legen Sie einen neuen an.',
  nothing: 'In der letzten Minute kam keine Anfrage mit diesem Schlüssel an.',
  refusal: {
    unknown_key: (count) =>
      `Anfragen aus Ihrem Netz mit einem unbekannten Schlüssel: ${count}. Vergleichen Sie den Schlüssel in ` +
      'der App mit Ihrem, oder legen Sie einen neuen an.',
    no_key: (count) => `Anfragen aus Ihrem Netz ohne Schlüssel: ${count}. Tragen Sie den Schlüssel in der App ein.`,
    certificate: (count) =>
      `Verbindungen, die beendet wurden, weil die App das Zertifikat nicht annimmt: ${count}. Installieren Sie die ` +
      'Zertifizierungsstelle auf ihrem Gerät.',
    https: (count) =>
      `Verbindungen über https, das dieser Server nicht spricht: ${count}. Tragen Sie eine Adresse ein, die mit http ` +
      'beginnt, oder geben Sie dem Server ein Zertifikat.',
    http: (count) =>
      `Verbindungen über http zu einem Server, der https spricht: ${count}. Tragen Sie eine Adresse ein, die mit ` +
      `https ` +
      'beginnt.',
  },
  again: 'Noch einmal testen',

  network: 'Apps mit fester Adresse',
  networkLead: 'In Ihrem eigenen Netz kann dieser Server solchen Apps unter den Namen antworten, die sie verwenden.',
  steps: [
    'Lassen Sie den DNS-Server Ihres Netzes, oft den Router, diese Namen auf die Adresse dieses Rechners auflösen.',
    'Erstellen Sie eine Zertifizierungsstelle, die nur für diese Namen Zertifikate ausstellen kann, und ein ' +
      'Zertifikat:',
    'Installieren Sie die Zertifizierungsstelle auf Ihren Geräten.',
    'Starten Sie den Server für diese Namen. Mit `--app-hosts` können Apps in privaten Netzen einen ' +
      'beliebigen Schlüssel verwenden, aber nur lesen:',
  ],
  hosts: (names) => `Namen aus \`appHosts\`: ${names}.`,
  noHosts: '`appHosts` ist nicht gesetzt, deshalb braucht jede App einen Schlüssel dieses Servers.',
  ownKeys:
    'Statt `--app-hosts` zu verwenden, können Sie einem Schlüssel den Wert geben, der in eine App eingebaut ' +
    'ist. Geben Sie ihn hier ein, oder rufen Sie auf:',
  testShared: 'Gemeinsamen Schlüssel dieser Apps testen',
  authority: 'Zertifizierungsstelle herunterladen',
  install: 'Zertifizierungsstelle installieren',
  installTried: 'Diese Schritte stammen aus der Dokumentation der Hersteller; getestet sind nur die für Node.js.',
  willNotWork: 'Was nicht funktioniert',
  device: 'Gerät oder Programm',
  howTo: 'So geht es',
  platforms: {
    windows: {
      name: 'Windows',
      steps:
        'Öffnen Sie die Datei, und wählen Sie *Zertifikat installieren*, *Lokaler Computer* und den Speicher ' +
        '*Vertrauenswürdige Stammzertifizierungsstellen*.',
    },
    macos: {
      name: 'macOS',
      steps:
        'Öffnen Sie die Datei in der *Schlüsselbundverwaltung* (System), öffnen Sie dort das Zertifikat, und ' +
        'setzen Sie ' +
        '*Vertrauen* auf *Immer vertrauen*.',
    },
    ios: {
      name: 'iPhone, iPad, Apple TV',
      steps:
        'Senden Sie die Datei an das Gerät, und installieren Sie das Profil unter *Einstellungen*, *Allgemein*, ' +
        '*VPN und ' +
        'Geräteverwaltung*. Schalten Sie es dann unter *Allgemein*, *Info*, *Zertifikatsvertrauenseinstellungen* ein.',
    },
    android: {
      name: 'Android',
      steps:
        'Installieren Sie sie unter *Einstellungen*, *Sicherheit*, *Verschlüsselung und Anmeldedaten*, ' +
        '*Zertifikat installieren*, *CA-Zertifikat*. Browser akzeptieren sie dann, andere Apps nur, wenn ' +
        'ihre Hersteller das vorsehen.',
    },
    debian: {
      name: 'Debian, Ubuntu',
      steps:
        'Kopieren Sie sie nach `/usr/local/share/ca-certificates/`, und rufen Sie als root ' +
        '`update-ca-certificates` auf.',
    },
    fedora: {
      name: 'Fedora',
      steps:
        'Kopieren Sie sie nach `/etc/pki/ca-trust/source/anchors/`, und rufen Sie als root `update-ca-trust` ' + 'auf.',
    },
    firefox: {
      name: 'Firefox',
      steps:
        'Firefox hat einen eigenen Speicher: *Einstellungen*, *Datenschutz & Sicherheit*, *Zertifikate anzeigen*, ' +
        '*Zertifizierungsstellen*, *Importieren*. Unter Windows und macOS liest er auch den des Systems.',
    },
    node: { name: 'Node.js', steps: 'Setzen Sie die Variable `NODE_EXTRA_CA_CERTS` auf den Pfad der Datei.' },
    python: {
      name: 'Python (requests)',
      steps: 'Setzen Sie die Variable `REQUESTS_CA_BUNDLE` auf ein Bundle, an dessen Ende diese Datei steht.',
    },
    java: {
      name: 'Java',
      steps: 'Rufen Sie für jedes Java `keytool -importcert -cacerts -alias reelcommons -file FILE` auf.',
    },
  },
  limits: [
    'Apps unter Android akzeptieren sie nur, wenn ihre Hersteller selbst installierten ' +
      'Zertifizierungsstellen vertrauen.',
    'Apps, die das Zertifikat ihres Servers kennen (Pinning), lehnen jedes andere ab.',
    'Programme mit eigenem Speicher, etwa Java, Node.js, Python und manche Fernseher, brauchen sie dort. Wo ' +
      'sich keine hinzufügen lässt, ist keine Verbindung möglich.',
  ],
  onlyYours:
    'Das ist für Ihr eigenes Netz und Ihre eigenen Geräte gedacht: Installieren Sie die ' +
    'Zertifizierungsstelle nirgendwo sonst, und geben Sie den Schlüssel nicht weiter.',
  notices: {
    gone: 'Dieser Schlüssel ist abgelaufen oder wurde widerrufen.',
    made: 'Schlüssel angelegt. Wir speichern nur einen Hash davon.',
  },
}
