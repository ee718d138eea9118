/** How apps are connected: the page, and with its ways the document docs/clients.md. Backticks mark what is typed. */
export const connect = {
  title: 'Connect',
  lead: 'Connect apps and media centres to this catalogue. Give each one its own key.',
  toTest: 'Test',
  back: 'Back to Connect',

  address: 'Addresses',
  addressHint: 'Apps that ask for an address of the interface take the first one.',
  ofInterface: 'Interface',
  ofPictures: 'Pictures',
  obstacles: 'What keeps apps away',
  obstacle: {
    only_here: 'Only the machine that it runs on can reach this server.',
    site_unset: 'The setting `site` is not set: mails and replies to strangers name the wrong address.',
    site_not_encrypted: (site: string) => `\`site\` is ${site}, but this server speaks https.`,
    not_encrypted: 'Apps ask the names of `appHosts` by https, but this server speaks http.',
    certificate_unreadable: (why: string) => `The certificate cannot be served. ${why}`,
    certificate_ends: (file: string, days: string) => `The certificate in ${file} expires. Days left: ${days}.`,
    certificate_ended: (file: string) => `The certificate in ${file} has expired.`,
    not_named: (name: string) => `No certificate names ${name}.`,
  },
  remedy: {
    only_here: 'Start it with `--host 0.0.0.0`, or put a proxy in front and name it with `--proxies`.',
    site_unset: 'Start it with `--site` and the address that people open.',
    site_not_encrypted: 'Set `site` to an address that begins with https.',
    not_encrypted: 'Make a certificate with `reelcommons certificate`, or put a proxy with one in front.',
    certificate_unreadable: 'Correct `tlsCertificate` and `tlsKey`, or the rights of the files.',
    certificate_ends:
      'Run `reelcommons certificate` once more if that made it. The server reads the new one by itself.',
    not_named: 'Name all hosts after `reelcommons certificate`.',
  },
  askAdministrator: 'Ask the people who run this server.',

  keys: 'Your apps',
  keysHint: 'A test says whether an app reaches this server with its key.',
  apps: 'Apps',
  way: {
    setting: 'Enter the address',
    fixed: 'Fixed address',
    provider: 'Enter two addresses',
    files: 'NFO files',
  },
  tried: (version: string) => `Tried: version ${version}`,
  notTried: 'By its documentation, not tried',
  app: {
    plex: {
      how: 'Version 1.43 or newer. Two addresses with a key of their own are entered as providers of metadata.',
    },
    moviedb_promise: {
      how: "`new MovieDb('KEY', 'http://films.lan:8080/3/')` with your key and your address.",
      tried:
        'Search, details with appended parts, series, seasons, configuration, a poster, a request token. Also under ' +
        'its fixed address with any key, where the request token is refused.',
    },
    tmdb_ts: {
      how: 'It sends a bearer token. Its second argument takes a `fetch` of your own that asks another address.',
      tried: 'Search, details, lists, configuration and genres, under its fixed address with any token.',
    },
    jellyseerr: {
      how: 'It runs on Node.js: set `NODE_EXTRA_CA_CERTS` in its container to the certificate of your authority.',
    },
    jellyfin: {
      how: 'It reads NFO files beside the films, and prefers them to what it finds elsewhere. It needs no key.',
    },
    kodi: {
      how: 'It reads NFO files beside the films; *Local information only* as scraper is enough. It needs no key.',
    },
  },
  other: 'Another app',
  otherHow: 'For an app that takes an address and a key.',
  exportHow: 'Write the files beside your films, once and whenever the catalogue has changed:',

  makeKey: 'Make a key',
  makeKeyFor: (name: string) => `Make a key for ${name}`,
  makeKeyForOther: 'Make a key for another app',
  makeLead: 'The key gives the field names that existing apps expect.',
  makePlexLead: 'The key opens two addresses for the Plex media server, and nothing else.',
  name: 'Name',
  nameHint: 'Where the app runs, such as the living room.',
  ownValue: 'Key that the app has',
  ownValueHint:
    'Optional. For an app that brings its own key: 32 hex digits or a bearer token. Whoever has the app can read ' +
    'that key and use it here, too.',
  ownValueWrong: (least: number, most: number) =>
    `Enter 32 hex digits, or a bearer token of ${least} to ${most} letters, digits and -._~+/.`,
  ownValueMissing: 'Enter the key that the app has, or leave the limit empty.',
  ownValueTaken: 'A valid key has this value already. Revoke that key first.',
  ownValueHere: 'Enter the key of an app',
  ownLimit: 'Requests per second with it',
  ownLimitHint: 'Optional. A limit for the key that the app has; without it, that of all keys applies.',
  ownLimitWrong: (most: number) => `Enter a number from 1 to ${most}, or leave it empty.`,
  make: 'Make the key',

  madeTitle: 'Your new key',
  madeOnce: 'Copy it now. It is shown only this once, because only a digest of it is stored.',
  madeGone: 'The key was shown here once and is not stored. If you have not copied it, make another one.',
  madeKey: 'Key',
  madeAddresses: 'Addresses for Plex',
  enter: {
    setting: 'Enter this address and this key in the app. Some apps want the address without `/3`.',
    fixed:
      'Enter this key in the app if it takes one. It asks a fixed address, for which the administrators set up names.',
    provider:
      'In Plex, open *Settings → Metadata Agents → Add Provider* and enter the first address, then the second ' +
      'one. Make ' +
      'an agent of each, choose it in the settings of a library, and refresh its metadata.',
  },
  testNow: 'Test the connection',

  testTitle: (name: string) => `Test of ${name}`,
  testLead: 'Open the app now and search for a film. What arrives here is shown within about ten seconds.',
  works: (count: string, one: boolean) =>
    one
      ? 'Your app asked once in the last minute: it works.'
      : `Your app asked ${count} times in the last minute: it works.`,
  wrongDialect: (count: string, one: boolean) =>
    `Your app asked ${one ? 'once' : `${count} times`} in the last minute, but this key gives the field names of the ` +
    'specification. Existing apps expect others: make another key here.',
  limited: (count: string) => `Requests above the limit of the key, which were refused: ${count}.`,
  suspended: 'This key is suspended, so its requests are refused.',
  ended: 'This key is no longer valid. Make another one.',
  nothing: 'No request with this key has arrived in the last minute.',
  refusal: {
    unknown_key: (count: string) =>
      `Requests from your network with a key that this server does not know: ${count}. Compare the key in the app ` +
      `with ` +
      'yours, or make another one.',
    no_key: (count: string) => `Requests from your network without any key: ${count}. Enter the key in the app.`,
    certificate: (count: string) =>
      `Connections that were closed because the app does not accept the certificate: ${count}. Install the ` +
      `authority on ` +
      'its device.',
    https: (count: string) =>
      `Connections by https, which this server does not speak: ${count}. Enter an address that begins with http, or ` +
      'give the server a certificate.',
    http: (count: string) =>
      `Connections by http to a server that speaks https: ${count}. Enter an address that begins with https.`,
  },
  again: 'Test again',

  network: 'Apps with a fixed address',
  networkLead: 'Such apps can be answered in your own network, under the names that they ask.',
  steps: [
    'Let the name server of your network, often the router, answer these names with the address of this machine.',
    'Make an authority that can sign for these names alone, and a certificate:',
    'Install the authority on your devices.',
    'Serve the names. With `--app-hosts`, apps from private networks may bring any key and only read:',
  ],
  hosts: (names: string) => `Names of \`appHosts\`: ${names}.`,
  noHosts: '`appHosts` is not set, so every app needs a key of this server.',
  ownKeys: 'Instead of `--app-hosts`, a key can have the value that an app brings along. Enter it here, or run:',
  testShared: 'Test the key that these apps share',
  authority: 'Download the authority',
  install: 'Install the authority',
  installTried: 'These ways are those of the makers’ documentation; only that of Node.js was tried.',
  willNotWork: 'What will not work',
  device: 'Device or program',
  howTo: 'How',
  platforms: {
    windows: {
      name: 'Windows',
      steps:
        'Open the file, choose *Install Certificate*, *Local Machine*, and the store *Trusted Root Certification ' +
        'Authorities*.',
    },
    macos: {
      name: 'macOS',
      steps: 'Open the file in *Keychain Access* (System); open the certificate there and set *Trust* to *Always*.',
    },
    ios: {
      name: 'iPhone, iPad, Apple TV',
      steps:
        'Send the file to the device and install the profile under *Settings*, *General*, *VPN & Device Management*; ' +
        'then switch it on under *General*, *About*, *Certificate Trust Settings*.',
    },
    android: {
      name: 'Android',
      steps:
        'Install it under *Settings*, *Security*, *Encryption & credentials*, *Install a certificate*, ' +
        '*CA certificate*. Browsers then accept it; other apps only if their makers have chosen that.',
    },
    debian: {
      name: 'Debian, Ubuntu',
      steps: 'Copy it to `/usr/local/share/ca-certificates/` and run `update-ca-certificates` as root.',
    },
    fedora: {
      name: 'Fedora',
      steps: 'Copy it to `/etc/pki/ca-trust/source/anchors/` and run `update-ca-trust` as root.',
    },
    firefox: {
      name: 'Firefox',
      steps:
        'It has a store of its own: *Settings*, *Privacy & Security*, *View Certificates*, *Authorities*, ' +
        '*Import*. On ' +
        'Windows and macOS it also reads that of the system.',
    },
    node: { name: 'Node.js', steps: 'Set the variable `NODE_EXTRA_CA_CERTS` to the path of the file.' },
    python: {
      name: 'Python (requests)',
      steps: 'Set the variable `REQUESTS_CA_BUNDLE` to a file that ends with this one.',
    },
    java: { name: 'Java', steps: 'Run `keytool -importcert -cacerts -alias reelcommons -file FILE` for each Java.' },
  },
  limits: [
    'Apps on Android accept it only if their makers have chosen to trust what people install.',
    'Apps that know the certificate of their server (pinning) refuse every other one.',
    'Programs with a store of their own, such as Java, Node.js, Python and some televisions, need it there; where ' +
      'there is no way to add one, they cannot be connected.',
  ],
  onlyYours: 'This is for your own network and your own devices: install it nowhere else, and give the key to nobody.',
  notices: { gone: 'This key is no longer valid.', made: 'Key created. Its value is not stored, only a digest of it.' },
}
