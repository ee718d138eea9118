import type { connect as english } from '../en/connect.ts'

export const connect: typeof english = {
  title: 'Verbinden',
  lead: 'Verbinden Sie Apps und Media-Center mit diesem Katalog. Geben Sie jeder App ihren eigenen Schlüssel.',
  toTest: 'Testen',
  back: 'Zurück zu „Verbinden“',

  address: 'Adressen',
  addressHint: 'Apps, die nach der Adresse der Schnittstelle fragen, bekommen die erste.',
  ofInterface: 'Schnittstelle',
  ofPictures: 'Bilder',
  obstacles: 'Was Apps fernhält',
  obstacle: {
    only_here: 'Diesen Server erreicht nur der Rechner, auf dem er läuft.',
    site_unset: 'Die Einstellung `site` fehlt: E-Mails und Antworten an Fremde nennen die falsche Adresse.',
    site_not_encrypted: (site) => `\`site\` ist ${site}, aber dieser Server spricht https.`,
    not_encrypted: 'Apps fragen die Namen aus `appHosts` über https, aber dieser Server spricht http.',
    certificate_unreadable: (why) => `Das Zertifikat lässt sich nicht verwenden. ${why}`,
    certificate_ends: (file, days) => `Das Zertifikat in ${file} läuft ab. Tage bis dahin: ${days}.`,
    certificate_ended: (file) => `Das Zertifikat in ${file} ist abgelaufen.`,
    not_named: (name) => `Kein Zertifikat nennt ${name}.`,
  },
  remedy: {
    only_here:
      'Starten Sie ihn mit `--host 0.0.0.0`, oder stellen Sie einen Proxy davor, den Sie mit `--proxies` nennen.',
    site_unset: 'Starten Sie ihn mit `--site` und der Adresse, die Menschen öffnen.',
    site_not_encrypted: 'Setzen Sie `site` auf eine Adresse, die mit https beginnt.',
    not_encrypted:
      'Erstellen Sie mit `reelcommons certificate` ein Zertifikat, oder stellen Sie einen Proxy mit einem davor.',
    certificate_unreadable: 'Berichtigen Sie `tlsCertificate` und `tlsKey` oder die Rechte der Dateien.',
    certificate_ends:
      'Rufen Sie `reelcommons certificate` noch einmal auf, wenn es damit erstellt wurde. Der Server liest das neue ' +
      'von selbst.',
    not_named: 'Nennen Sie alle Namen hinter `reelcommons certificate`.',
  },
  askAdministrator: 'Fragen Sie, wer diesen Server betreibt.',

  keys: 'Ihre Apps',
  keysHint: 'Ein Test zeigt, ob eine App diesen Server mit ihrem Schlüssel erreicht.',
  apps: 'Apps',
  way: {
    setting: 'Adresse eintragen',
    fixed: 'Feste Adresse',
    provider: 'Zwei Adressen eintragen',
    files: 'NFO-Dateien',
  },
  tried: (version) => `Ausprobiert: Version ${version}`,
  notTried: 'Laut Dokumentation, nicht ausprobiert',
  app: {
    plex: {
      how: 'Ab Version 1.43. Zwei Adressen mit einem eigenen Schlüssel werden als Anbieter von Metadaten eingetragen.',
    },
    moviedb_promise: {
      how: "`new MovieDb('KEY', 'http://films.lan:8080/3/')` mit Ihrem Schlüssel und Ihrer Adresse.",
      tried:
        'Suche, Details mit angehängten Teilen, Serien, Staffeln, Konfiguration, ein Poster, ein Anfrage-Token. Auch ' +
        'unter der festen Adresse mit beliebigem Schlüssel, wo das Anfrage-Token abgelehnt wird.',
    },
    tmdb_ts: {
      how:
        'Sie sendet ein Bearer-Token. Als zweites Argument nimmt sie ein eigenes `fetch`, das eine andere Adresse ' +
        'fragt.',
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
  makeLead: 'Der Schlüssel liefert die Feldnamen, die bestehende Apps erwarten.',
  makePlexLead: 'Der Schlüssel öffnet zwei Adressen für den Plex Media Server und sonst nichts.',
  name: 'Name',
  nameHint: 'Wo die App läuft, zum Beispiel im Wohnzimmer.',
  ownValue: 'Schlüssel der App',
  ownValueHint:
    'Optional. Für eine App, die ihren eigenen Schlüssel mitbringt: 32 Hexadezimalziffern oder ein Bearer-Token. ' +
    'Wer die App hat, kann diesen Schlüssel auslesen und hier verwenden.',
  ownValueWrong: (least, most) =>
    `Geben Sie 32 Hexadezimalziffern ein oder ein Bearer-Token: ${least} bis ${most} Buchstaben, Ziffern, -._~+/.`,
  ownValueMissing: 'Geben Sie den Schlüssel der App ein, oder lassen Sie die Begrenzung leer.',
  ownValueTaken: 'Ein gültiger Schlüssel hat diesen Wert schon. Widerrufen Sie ihn zuerst.',
  ownValueHere: 'Schlüssel einer App eingeben',
  ownLimit: 'Anfragen pro Sekunde damit',
  ownLimitHint: 'Optional. Eine Begrenzung für den Schlüssel der App; ohne sie gilt die aller Schlüssel.',
  ownLimitWrong: (most) => `Geben Sie eine Zahl von 1 bis ${most} ein, oder lassen Sie das Feld leer.`,
  make: 'Schlüssel anlegen',

  madeTitle: 'Ihr neuer Schlüssel',
  madeOnce: 'Kopieren Sie ihn jetzt. Er wird nur dieses eine Mal angezeigt, weil wir ihn nicht speichern.',
  madeGone:
    'Der Schlüssel wurde hier einmal angezeigt und ist nicht gespeichert. Wenn Sie ihn nicht kopiert haben, legen ' +
    'Sie ' +
    'einen neuen an.',
  madeKey: 'Schlüssel',
  madeAddresses: 'Adressen für Plex',
  enter: {
    setting: 'Tragen Sie diese Adresse und diesen Schlüssel in der App ein. Manche Apps wollen die Adresse ohne `/3`.',
    fixed:
      'Tragen Sie diesen Schlüssel in der App ein, wenn sie einen nimmt. Sie fragt eine feste Adresse; deren Namen ' +
      'richtet die Administration ein.',
    provider:
      'Öffnen Sie in Plex *Settings → Metadata Agents → Add Provider* (so heißt es auf Englisch), und tragen Sie die ' +
      'erste Adresse ein, danach die zweite. Legen Sie mit jeder einen Agenten an, wählen Sie ihn in den ' +
      'Einstellungen einer Mediathek, und aktualisieren Sie deren Metadaten.',
  },
  testNow: 'Verbindung testen',

  testTitle: (name) => `Test von ${name}`,
  testLead:
    'Öffnen Sie jetzt die App, und suchen Sie einen Film. Was hier ankommt, wird nach etwa zehn Sekunden angezeigt.',
  works: (count, one) =>
    one
      ? 'Ihre App hat in der letzten Minute einmal gefragt: Sie ist verbunden.'
      : `Ihre App hat in der letzten Minute ${count}-mal gefragt: Sie ist verbunden.`,
  wrongDialect: (count, one) =>
    `Ihre App hat in der letzten Minute ${one ? 'einmal' : `${count}-mal`} gefragt, aber dieser Schlüssel liefert ` +
    `die ` +
    'Feldnamen der Spezifikation. Bestehende Apps erwarten andere: Legen Sie hier einen neuen an.',
  limited: (count) => `Anfragen über dem Limit des Schlüssels, die abgelehnt wurden: ${count}.`,
  suspended: 'Dieser Schlüssel ist gesperrt, deshalb werden Anfragen damit abgelehnt.',
  ended: 'Dieser Schlüssel ist nicht mehr gültig. Legen Sie einen neuen an.',
  nothing: 'In der letzten Minute kam keine Anfrage mit diesem Schlüssel an.',
  refusal: {
    unknown_key: (count) =>
      `Anfragen aus Ihrem Netz mit einem Schlüssel, den dieser Server nicht kennt: ${count}. Vergleichen Sie den ` +
      'Schlüssel in der App mit Ihrem, oder legen Sie einen neuen an.',
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
  networkLead: 'Solchen Apps kann dieser Server in Ihrem eigenen Netz antworten, unter den Namen, die sie fragen.',
  steps: [
    'Lassen Sie den Nameserver Ihres Netzes, oft den Router, diese Namen mit der Adresse dieses Rechners beantworten.',
    'Erstellen Sie eine Zertifizierungsstelle, die nur für diese Namen unterschreiben kann, und ein Zertifikat:',
    'Installieren Sie die Zertifizierungsstelle auf Ihren Geräten.',
    'Starten Sie den Server für diese Namen. Mit `--app-hosts` dürfen Apps aus privaten Netzen jeden Schlüssel ' +
      'mitbringen und nur lesen:',
  ],
  hosts: (names) => `Namen aus \`appHosts\`: ${names}.`,
  noHosts: '`appHosts` ist nicht gesetzt, deshalb braucht jede App einen Schlüssel dieses Servers.',
  ownKeys:
    'Statt `--app-hosts` kann ein Schlüssel den Wert haben, den eine App mitbringt. Geben Sie ihn hier ein, oder ' +
    'starten Sie:',
  testShared: 'Gemeinsamen Schlüssel dieser Apps testen',
  authority: 'Zertifizierungsstelle herunterladen',
  install: 'Zertifizierungsstelle installieren',
  installTried: 'Diese Wege nennt die Dokumentation der Hersteller; ausprobiert ist nur der von Node.js.',
  willNotWork: 'Was nicht geht',
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
        'Installieren Sie sie unter *Einstellungen*, *Sicherheit*, *Verschlüsselung und Anmeldedaten*, *Zertifikat ' +
        'installieren*, *CA-Zertifikat*. Browser nehmen sie dann an, andere Apps nur, wenn ihre Hersteller das wollen.',
    },
    debian: {
      name: 'Debian, Ubuntu',
      steps:
        'Kopieren Sie sie nach `/usr/local/share/ca-certificates/`, und starten Sie als root `update-ca-certificates`.',
    },
    fedora: {
      name: 'Fedora',
      steps: 'Kopieren Sie sie nach `/etc/pki/ca-trust/source/anchors/`, und starten Sie als root `update-ca-trust`.',
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
      steps: 'Setzen Sie die Variable `REQUESTS_CA_BUNDLE` auf eine Datei, die mit dieser endet.',
    },
    java: {
      name: 'Java',
      steps: 'Starten Sie für jedes Java `keytool -importcert -cacerts -alias reelcommons -file FILE`.',
    },
  },
  limits: [
    'Apps unter Android nehmen sie nur an, wenn ihre Hersteller dem vertrauen, was Menschen installieren.',
    'Apps, die das Zertifikat ihres Servers kennen (Pinning), lehnen jedes andere ab.',
    'Programme mit eigenem Speicher, etwa Java, Node.js, Python und manche Fernseher, brauchen sie dort. Wo sich ' +
      'keine ' +
      'hinzufügen lässt, können sie nicht verbunden werden.',
  ],
  onlyYours:
    'Das ist für Ihr eigenes Netz und Ihre eigenen Geräte gedacht: Installieren Sie sie nirgendwo sonst, und ' +
    'geben Sie ' +
    'den Schlüssel niemandem.',
  notices: {
    gone: 'Dieser Schlüssel ist nicht mehr gültig.',
    made: 'Schlüssel angelegt. Sein Wert ist nicht gespeichert, nur ein Hash davon.',
  },
}
