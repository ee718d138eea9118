/** How the certificate of an authority is installed on each platform, and what it does not help with. */
export const platforms = [
  {
    name: 'Windows',
    steps:
      'Open the file, choose *Install Certificate*, *Local Machine*, and the store *Trusted Root Certification ' +
      'Authorities*.',
  },
  {
    name: 'macOS',
    steps: 'Open the file in *Keychain Access* (System); open the certificate there and set *Trust* to *Always*.',
  },
  {
    name: 'iPhone, iPad, Apple TV',
    steps:
      'Send the file to the device and install the profile under *Settings*, *General*, *VPN & Device Management*; ' +
      'then switch it on under *General*, *About*, *Certificate Trust Settings*.',
  },
  {
    name: 'Android',
    steps:
      'Install it under *Settings*, *Security*, *Encryption & credentials*, *Install a certificate*, ' +
      '*CA certificate*. Browsers then accept it; other apps only if their makers have chosen that.',
  },
  {
    name: 'Debian, Ubuntu',
    steps: 'Copy it to `/usr/local/share/ca-certificates/` and run `update-ca-certificates` as root.',
  },
  {
    name: 'Fedora',
    steps: 'Copy it to `/etc/pki/ca-trust/source/anchors/` and run `update-ca-trust` as root.',
  },
  {
    name: 'Firefox',
    steps:
      'It has a store of its own: *Settings*, *Privacy & Security*, *View Certificates*, *Authorities*, *Import*. On ' +
      'Windows and macOS it also reads that of the system.',
  },
  { name: 'Node.js', steps: 'Set the variable `NODE_EXTRA_CA_CERTS` to the path of the file.' },
  { name: 'Python (requests)', steps: 'Set the variable `REQUESTS_CA_BUNDLE` to a file that ends with this one.' },
  { name: 'Java', steps: 'Run `keytool -importcert -cacerts -alias reelcommons -file FILE` for each Java.' },
] as const

export const limitsOfAuthorities = [
  'Apps on Android accept it only if their makers have chosen to trust what people install.',
  'Apps that know the certificate of their server (pinning) refuse every other one.',
  'Programs with a store of their own, such as Java, Node.js, Python and some televisions, need it there; where ' +
    'there is no way to add one, they cannot be connected.',
] as const

export const onlyYours =
  'This is for your own network and your own devices: install it nowhere else, and give the key to nobody.'
