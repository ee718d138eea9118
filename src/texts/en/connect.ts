/** How apps are connected: the page, and with its ways the document docs/clients.md. Backticks mark what is typed. */
export const connect = {
  title: 'Connect',
  lead: 'Connect apps and media centres to this catalogue. Give each one its own key.',
  toTest: 'Test',
  back: 'Back to Connect',

  address: 'Addresses',
  addressHint: 'In apps that ask for the address of the API, enter the first one.',
  ofInterface: 'API',
  ofPictures: 'Pictures',
  obstacles: 'What keeps apps from connecting',
  obstacle: {
    only_here: 'This server can only be reached from the machine that it runs on.',
    site_unset:
      'The server does not know the address that people open, so e-mails and some replies contain a wrong one.',
    site_not_encrypted: (site: string) => `\`site\` is ${site}, but this server answers only https.`,
    not_encrypted: 'Apps use https for the names in `appHosts`, but this server answers only http.',
    certificate_unreadable: (why: string) => `The certificate cannot be used. ${why}`,
    certificate_ends: (file: string, days: string) => `The certificate in ${file} expires soon. Days left: ${days}.`,
    certificate_ended: (file: string) => `The certificate in ${file} has expired.`,
    not_named: (name: string) => `No certificate covers ${name}.`,
  },
  remedy: {
    only_here: 'Start it with `--host 0.0.0.0`, or put a proxy in front and name it with `--proxies`.',
    site_unset: 'Start it with that address, such as `--site http://192.168.1.20:8080`.',
    site_not_encrypted: 'Set `site` to an address that begins with https.',
    not_encrypted:
      'Create a certificate with `npx reelcommons certificate NAME`, or put a proxy that has one in front.',
    certificate_unreadable: 'Correct `tlsCertificate` and `tlsKey`, or the permissions of the files.',
    certificate_ends:
      'If `npx reelcommons certificate` created it, run that again. The server picks up the new one by itself.',
    not_named: 'Create one for all names: `npx reelcommons certificate NAME NAME`.',
  },
  askAdministrator: 'Ask the people who run this server.',

  keys: 'Your apps',
  keysHint: 'A test shows whether an app reaches this server with its key.',
  apps: { player: 'Players and media centres', program: 'For programs that you write' },
  way: {
    setting: 'Enter the address',
    fixed: 'Fixed address',
    provider: 'Enter two addresses',
    files: 'NFO files',
  },
  tried: (version: string) => `Tested with version ${version}`,
  worked: 'Tested:',
  notTried: 'From its documentation, not tested',
  app: {
    kodi_scrapers: {
      how:
        'Its scrapers for films and series ask a fixed address and bring a key: install the certificate of your ' +
        'authority on its machine. It also takes the NFO files below, which need no certificate.',
      tried: 'Its own scrapers, under their fixed address, found 11 of 11 films and 9 of 9 episodes.',
    },
    plex: {
      how: 'Version 1.43 or newer. You enter two addresses, which contain a key of their own, as metadata providers.',
    },
    moviedb_promise: {
      how: "`new MovieDb('KEY', 'http://films.lan:8080/3/')` with your key and your address.",
      tried:
        'Search, details with appended parts, series, seasons, configuration, a poster, a request token. Under ' +
        'its fixed address, with any key, all of that but the request token.',
    },
    tmdb_ts: {
      how: 'It sends a bearer token. Its second argument takes a `fetch` of your own, which can use another address.',
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

  makeKey: 'Create a key',
  makeKeyFor: (name: string) => `Create a key for ${name}`,
  makeKeyForOther: 'Create a key for another app',
  makeLead: 'With this key, replies have the field names that existing apps expect.',
  makePlexLead: 'The key is for two addresses for the Plex media server, and nothing else.',
  name: 'Name',
  nameHint: 'Where the app runs, such as the living room.',
  ownValue: 'Built-in key of the app',
  ownValueHint:
    'Optional. For an app that comes with its own key: 32 hex digits or a bearer token. Whoever has the app ' +
    'can read that key and use it here, too.',
  ownValueWrong: (least: number, most: number) =>
    `Enter 32 hex digits, or a bearer token of ${least} to ${most} letters, digits and -._~+/.`,
  ownValueMissing: 'Enter the built-in key, or leave the limit empty.',
  ownValueTaken: 'Another valid key already has this value. Revoke that key first.',
  ownValueHere: 'Enter the built-in key of an app',
  ownLimit: 'Requests per second with this key',
  ownLimitHint: 'Optional. Without it, the limit of all other keys applies.',
  ownLimitWrong: (most: number) => `Enter a number from 1 to ${most}, or leave it empty.`,
  make: 'Create key',

  madeTitle: 'Your new key',
  madeOnce: 'Copy the key now. We do not store it, so it is shown only once.',
  madeGone: 'We do not store keys, so this one is not shown again. Not copied? Create another one.',
  madeKey: 'Key',
  madeAddresses: 'Addresses for Plex',
  enter: {
    setting: 'Enter this address and this key in the app. Some apps want the address without `/3`.',
    fixed:
      'Enter this key in the app if it takes one. The app uses a fixed address, which administrators direct ' +
      'to this server.',
    provider:
      'In Plex, open *Settings → Metadata Agents → Add Provider* and enter the first address, then the ' +
      'second one. Create an agent from each, choose it in the settings of a library, and refresh its ' +
      'metadata.',
  },
  testNow: 'Test the connection',

  testTitle: (name: string) => `Test of ${name}`,
  testLead: 'Open the app now and search for a film. Its requests appear here within about ten seconds.',
  works: (count: string, one: boolean) =>
    one
      ? 'Your app sent 1 request in the last minute: it works.'
      : `Your app sent ${count} requests in the last minute: it works.`,
  wrongDialect: (count: string, one: boolean) =>
    `Your app sent ${one ? '1 request' : `${count} requests`} in the last minute, but with this key replies have the ` +
    'field names of the specification. Existing apps expect others: create another key here.',
  limited: (count: string) => `Requests refused because they were above the limit of the key: ${count}.`,
  ignored: (names: string) => `Parameters that were ignored because they cannot be read: ${names}.`,
  suspended: 'This key is suspended, so its requests are refused.',
  ended: 'This key has expired or was revoked. Create another one.',
  nothing: 'No request with this key has arrived in the last minute.',
  refusal: {
    unknown_key: (count: string) =>
      `Requests from your network with an unknown key: ${count}. Compare the key in the app with yours, or ` +
      'create another one.',
    no_key: (count: string) => `Requests from your network without any key: ${count}. Enter the key in the app.`,
    certificate: (count: string) =>
      `Connections that were closed because the app does not accept the certificate: ${count}. Install the ` +
      `authority on ` +
      'its device.',
    https: (count: string) =>
      `Connections over https, which this server does not speak: ${count}. Enter an address that begins with ` +
      'http, or give the server a certificate.',
    http: (count: string) =>
      `Connections over http to a server that speaks https: ${count}. Enter an address that begins with https.`,
  },
  again: 'Test again',

  network: 'Apps with a fixed address',
  networkLead: 'In your own network, this server can answer such apps under the names that they use.',
  steps: [
    'Let the DNS server of your network, often the router, resolve these names to the address of this machine.',
    'Create a certificate authority that can sign only for these names, and a certificate:',
    'Install the authority on your devices.',
    'Start the server for these names. With `--app-hosts`, apps in private networks can use any key, but ' +
      'only to read:',
  ],
  hosts: (names: string) => `Names in \`appHosts\`: ${names}.`,
  noHosts: '`appHosts` is not set, so every app needs a key of this server.',
  ownKeys:
    'Instead of using `--app-hosts`, you can give a key the value that is built into an app. Enter it here, or ' +
    'run:',
  testShared: 'Test the key that these apps share',
  authority: 'Download the authority',
  install: 'Install the authority',
  installTried: 'These steps are from the makers’ documentation; only those for Node.js were tested.',
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
      steps: 'Set the variable `REQUESTS_CA_BUNDLE` to a bundle that ends with this file.',
    },
    java: { name: 'Java', steps: 'Run `keytool -importcert -cacerts -alias reelcommons -file FILE` for each Java.' },
  },
  limits: [
    'Apps on Android accept it only if their makers trust authorities that people install.',
    'Apps that know the certificate of their server (pinning) refuse every other one.',
    'Programs with a store of their own, such as Java, Node.js, Python and some televisions, need it there; where ' +
      'there is no way to add one, they cannot be connected.',
  ],
  onlyYours: 'This is for your own network and your own devices: install it nowhere else, and give the key to nobody.',
  notices: { gone: 'This key has expired or was revoked.', made: 'Key created. We store only a hash of it.' },
}
