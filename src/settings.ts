/** The type of a setting, its default, and a sentence about it for `docs/settings.md`. */
export type Setting = { readonly sentence: string; readonly secret?: true } & (
  | { readonly type: 'string'; readonly default: string; readonly form?: RegExp; readonly formName?: string }
  | { readonly type: 'integer'; readonly default: number; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'boolean'; readonly default: boolean }
  | { readonly type: 'one of'; readonly default: string; readonly values: readonly string[] }
)

/** For Node zero means "no limit", so no time limit may be zero. */
const timeLimit = { type: 'integer', minimum: 1, maximum: 600_000 } as const

const requestsPerSecond = { type: 'integer', minimum: 0, maximum: 1_000_000 } as const

const redisHost = /([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?/i
const redisForm = new RegExp(
  `^(rediss?://([^\\s/@]*@)?${redisHost.source}(/\\d*)?|unix://([^\\s/@]*@)?/[^\\s?#]+(\\?db=\\d+)?)?$`,
  'i',
)

/** Every setting once. `--body-limit-bytes` and `REELCOMMONS_BODY_LIMIT_BYTES` are derived from `bodyLimitBytes`. */
export const settings = {
  host: {
    type: 'string',
    default: '127.0.0.1',
    form: /^\S+$/,
    formName: 'a host name or an IP address',
    sentence: 'The address to listen on. With `0.0.0.0` or `::`, other devices can reach the server.',
  },
  port: {
    type: 'integer',
    default: 8080,
    minimum: 0,
    maximum: 65_535,
    sentence: 'The port to listen on; 0 picks a free one.',
  },
  tlsCertificate: {
    type: 'string',
    default: '',
    form: /^([^,]+(,[^,]+)*)?$/,
    formName: 'paths of files, separated by commas, or empty',
    sentence:
      'A PEM file with a certificate and its intermediate certificates; with it, the server speaks only https. ' +
      'For several names, give several files, separated by commas. They are read again when they change, without ' +
      'interrupting connections.',
  },
  tlsKey: {
    type: 'string',
    default: '',
    form: /^([^,]+(,[^,]+)*)?$/,
    formName: 'paths of files, separated by commas, or empty',
    sentence: 'The PEM file with the private key of `tlsCertificate`; one for each certificate, separated by commas.',
  },
  workers: {
    type: 'string',
    default: '1',
    form: /^(auto|[1-9]|[1-5]\d|6[0-4])$/,
    formName: 'a whole number from 1 to 64, or auto',
    sentence:
      'How many processes answer requests; `auto` is one for each processor. With more than one, another process ' +
      'starts them and does all writing. They share what is set for the whole server: connections to PostgreSQL, ' +
      'passwords and pictures at once (at least one each), and the memory for replies and pictures.',
  },
  data: {
    type: 'string',
    default: 'data',
    form: /./,
    formName: 'the path of a folder',
    sentence: 'The folder where the server stores everything; the first start creates it.',
  },
  database: {
    type: 'string',
    default: '',
    form: /^(postgres(ql)?:\/\/\S+)?$/,
    formName: 'an address that begins with postgres://, or empty',
    secret: true,
    sentence:
      'A PostgreSQL database as `postgres://name:password@host/database`; if empty, the catalogue is in SQLite in ' +
      'the data folder. `?sslmode=verify-full` after it encrypts the connection and checks the certificate, ' +
      '`require` encrypts and accepts any, and without either nothing is encrypted. The certificate has to name the ' +
      'host, and to come from an authority that Node.js knows (`NODE_EXTRA_CA_CERTS` names a file of others). ' +
      'Prefer the variable to the option.',
  },
  readDatabase: {
    type: 'string',
    default: '',
    form: /^(postgres(ql)?:\/\/\S+( +postgres(ql)?:\/\/\S+)*)?$/,
    formName: 'addresses that begin with postgres://, separated by spaces, or empty',
    secret: true,
    sentence:
      'Replicas of the PostgreSQL database, for reads that do not depend on a session. The server reads from one of ' +
      'them at a time, and from the database itself if none can be used.',
  },
  replicaLagMs: {
    ...timeLimit,
    default: 500,
    sentence: 'How far a replica may lag behind; one that lags more is not used until it has caught up.',
  },
  databaseConnections: {
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 1_000,
    sentence:
      'The most connections to PostgreSQL that answer requests; work beside them takes two more while it lasts.',
  },
  redis: {
    type: 'string',
    default: '',
    form: redisForm,
    formName: 'an address that begins with redis://, rediss:// or unix://, or empty',
    secret: true,
    sentence:
      'A Redis or Valkey that all servers of one catalogue share, as `redis://name:password@host:6379/0`, ' +
      '`rediss://…` with encryption, or `unix:///path/of/socket`. It makes them faster, and limits of keys count ' +
      'for all of them together; while it is down, they go on without it. `rediss` checks the certificate, as ' +
      '`verify-full` of `database` does. Prefer the variable to the option.',
  },
  redisTimeoutMs: {
    ...timeLimit,
    default: 50,
    sentence: 'How long a request may wait for an answer from Redis before it goes on without one.',
  },
  busyTimeoutMs: {
    ...timeLimit,
    default: 5_000,
    sentence: 'How long a statement waits while another process holds the lock of the SQLite file.',
  },
  dialect: {
    type: 'one of',
    default: 'neutral',
    values: ['neutral', 'common'],
    sentence:
      'The field names that new API keys get by default: those of the specification (`neutral`), or those that ' +
      'existing apps expect (`common`). Keys from before this setting existed get it at the next start.',
  },
  site: {
    type: 'string',
    default: '',
    form: /^(https?:\/\/[^\s?#]*[^\s?#/])?$/,
    formName: 'an address that begins with http:// or https:// and does not end in a slash, or empty',
    sentence:
      'The address that people open, for links in replies and e-mails. Set it for e-mails and behind a proxy. If it ' +
      'is empty, replies link to the host that was asked, if that is `localhost`, an address of a private range, a ' +
      'name that ends in `.local`, a name of this machine or its certificate, or one of `siteHosts`; e-mails, and ' +
      'replies for any other host, link to `http://host:port`.',
  },
  hstsSubdomains: {
    type: 'boolean',
    default: false,
    sentence:
      'Where `site` begins with https, every reply tells browsers to use https for this host for a year; with this, ' +
      'for its subdomains too (`includeSubDomains`).',
  },
  siteHosts: {
    type: 'string',
    default: '',
    form: /^([\w.:-]+(,|$))*$/,
    formName: 'host names or addresses without a port, separated by commas',
    sentence: 'More hosts that replies may link to when `site` is empty and requests name them, such as `films.lan`.',
  },
  appHosts: {
    type: 'string',
    default: '',
    form: /^([\w.-]+(,|$))*$/,
    formName: 'host names without a port, separated by commas',
    sentence:
      'Host names that are built into apps without a setting for the address, if your own network points these names ' +
      'to this server. Requests to them from a private network may bring any well-formed key; they share one that ' +
      'reads and changes nothing, and that pages of other sites cannot use. Replies name these hosts when they are ' +
      'asked, also with `site`. Only for your own network and devices.',
  },
  siteName: {
    type: 'string',
    default: 'Reelcommons',
    // Without control characters, of which none may reach the header of an e-mail.
    form: /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>"]{1,60}$/u,
    formName: 'a name of at most 60 characters',
    sentence: 'What the site is called: on its pages, in e-mails, and where it is installed as an app.',
  },
  greeting: {
    type: 'string',
    default: '',
    form: /^[^\p{Cc}\p{Zl}\p{Zp}]{0,300}$/u,
    formName: 'a text of at most 300 characters, or empty',
    sentence: 'What the home page says below its heading. If it is empty, the page says what the catalogue is.',
  },
  smtp: {
    type: 'string',
    default: '',
    form: /^(smtps?:\/\/\S+)?$/,
    formName: 'an address that begins with smtp:// or smtps://, or empty',
    secret: true,
    sentence:
      'The server that sends e-mails, as `smtps://name:password@host:465` or `smtp://…:587`. If empty, e-mails are ' +
      'written to the folder `mail` in the data folder, and their links are printed if only this machine can reach ' +
      'the server. Prefer the variable to the option. `smtps` encrypts from the beginning; `smtp` does as soon as ' +
      'the server can, and must where a password goes to another machine: `?requireTLS=true` or `false` after the ' +
      'address changes that. The certificate has to name the host, and to come from an authority that Node.js knows ' +
      '(`NODE_EXTRA_CA_CERTS` names a file of others); `?tls.rejectUnauthorized=false` accepts any certificate.',
  },
  mailFrom: {
    type: 'string',
    default: '',
    form: /^([^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)?$/,
    formName: 'an e-mail address, alone or as `Name <address>`, or empty',
    sentence: 'The sender of e-mails; `NAME <no-reply@HOST>` with the name and the host of the site if empty.',
  },
  secretKey: {
    type: 'string',
    default: '',
    form: /^(\S{32,})?$/,
    formName: 'at least 32 characters without blanks, or empty',
    secret: true,
    sentence:
      'A random text that encrypts secrets in the database: those of one-time codes and of webhooks, and tokens for ' +
      'the publishers of followed catalogues; `openssl rand -hex 32` creates one. Prefer the variable to the option. ' +
      'All servers of a catalogue need the same one. Keep it apart from backups. If it is empty, these secrets are ' +
      'stored unencrypted. If it is lost, people sign in with recovery codes and set up their one-time codes again, ' +
      'administrators give tokens again, and webhooks get new secrets.',
  },
  proxies: {
    type: 'string',
    default: '',
    form: /^(([0-9a-f.:]+(\/\d+)?|loopback|linklocal|uniquelocal)(,|$))*$/i,
    formName: 'addresses or ranges such as 10.0.0.0/8, separated by commas',
    sentence:
      'Proxies in front of the server, whose `X-Forwarded-For` is trusted to say where a request comes from; ' +
      '`loopback`, `linklocal` and `uniquelocal` stand for their ranges.',
  },
  maintenance: {
    type: 'boolean',
    default: false,
    sentence: 'Answers every request except health, readiness and assets with 503; people see a page about it.',
  },
  empty: {
    type: 'boolean',
    default: false,
    sentence: 'Starts with an empty catalogue instead of the sample.',
  },
  logLevel: {
    type: 'one of',
    default: 'info',
    values: ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    sentence: 'The least severe messages that are logged.',
  },
  logFormat: {
    type: 'one of',
    default: 'auto',
    values: ['auto', 'pretty', 'json'],
    sentence: 'The format of the log: `auto` is `pretty` on a terminal and `json` elsewhere.',
  },
  logDelayMs: {
    type: 'integer',
    default: 1_000,
    minimum: 0,
    maximum: 600_000,
    sentence:
      'How long lines of JSON may wait to be written together; 0 writes each one immediately. Warnings and errors ' +
      'never wait, and nothing is lost when the server stops or crashes, unless it is killed.',
  },
  metrics: {
    type: 'string',
    default: '',
    form: /^(([\w.-]+|\[[\da-f:.]+\]):\d{1,5})?$/i,
    formName: 'a host and a port such as 127.0.0.1:9464, or empty',
    sentence:
      'The address that answers `GET /metrics`, in the format of Prometheus and without a key: anyone who can reach ' +
      'it may read the metrics. It is not that of the server, so that no proxy passes it on by mistake. Empty means ' +
      'no metrics.',
  },
  sessionDays: {
    type: 'integer',
    default: 365,
    minimum: 1,
    maximum: 3_650,
    sentence: 'How many days an app stays signed in to an account without being used.',
  },
  guestRatingsCount: {
    type: 'boolean',
    default: false,
    sentence:
      'Whether ratings of guests count in averages, for as long as the session of the guest lasts. Anybody with a ' +
      'key can create guest sessions.',
  },
  ratingsDelayMs: {
    ...timeLimit,
    default: 400,
    sentence:
      'How long the server waits before it looks for new ratings again. After that, details and reviews show new ' +
      'averages; lists follow within a minute.',
  },
  bodyLimitBytes: {
    type: 'integer',
    default: 65_536,
    minimum: 1_024,
    maximum: 16_777_216,
    sentence: 'The largest body of a request to the interface. Forms of the pages have limits of their own.',
  },
  addressLimitBytes: {
    type: 'integer',
    default: 8_192,
    minimum: 256,
    maximum: 65_536,
    sentence: 'The longest address of a request, including its query.',
  },
  headerLimitBytes: {
    type: 'integer',
    default: 16_384,
    minimum: 1_024,
    maximum: 131_072,
    sentence: 'The largest header of a request, including its address.',
  },
  headersTimeoutMs: {
    ...timeLimit,
    default: 10_000,
    sentence: 'How long a client may take to send the header of a request.',
  },
  requestTimeoutMs: {
    ...timeLimit,
    default: 60_000,
    sentence:
      'How long a client may take to send a whole request. Only a picture may take that long; all others have to be ' +
      'answered within `handlerTimeoutMs`.',
  },
  handlerTimeoutMs: {
    ...timeLimit,
    default: 10_000,
    sentence: 'How long the server may take to read and answer a request before it gives up.',
  },
  keepAliveTimeoutMs: {
    ...timeLimit,
    default: 72_000,
    sentence: 'How long an idle connection stays open for the next request.',
  },
  connectionTimeoutMs: {
    ...timeLimit,
    default: 20_000,
    sentence: 'How long a client may go without reading any of a reply.',
  },
  eventLoopDelayMs: {
    ...timeLimit,
    default: 1_000,
    sentence: 'How late the thread that answers requests may run before new requests are refused.',
  },
  requestWaitMs: {
    ...timeLimit,
    default: 75,
    sentence:
      'How long a request may wait before its work begins; those that would wait longer are refused with 503, so ' +
      'that others are answered in time.',
  },
  shutdownTimeoutMs: {
    ...timeLimit,
    default: 10_000,
    sentence:
      'How long requests in flight may take to finish when the server is told to stop. A server that hangs is ended ' +
      'then.',
  },
  hangTimeoutMs: {
    type: 'integer',
    default: 30_000,
    minimum: 0,
    maximum: 600_000,
    sentence:
      'How long the main thread of a process may hang, which is the one that answers requests, before its watchdog ' +
      'ends the process. The log says at which request, and the process is started again. The process that works ' +
      'beside requests may hang ten times as long. 0 switches the watchdog off.',
  },
  replyCacheBytes: {
    type: 'integer',
    default: 67_108_864,
    minimum: 0,
    maximum: 68_719_476_736,
    sentence:
      'How much memory cached replies may take; 0 caches none. They take at most half of the heap of Node.js, whose ' +
      'limit `NODE_OPTIONS=--max-old-space-size=MIB` raises.',
  },
  jobPauseMs: {
    type: 'integer',
    minimum: 0,
    maximum: 60_000,
    default: 10,
    sentence:
      'How long a background job, such as an import of ratings, pauses after each of its short steps, so that the ' +
      'database is free for others.',
  },
  followEverySeconds: {
    type: 'integer',
    default: 60,
    minimum: 1,
    maximum: 86_400,
    sentence:
      'How often the publishers of followed catalogues are asked for what is new. If nothing is, that is one short ' +
      'request.',
  },
  offerEverySeconds: {
    type: 'integer',
    default: 300,
    minimum: 1,
    maximum: 86_400,
    sentence:
      'How often the publisher of a followed catalogue is asked what has become of corrections that wait there.',
  },
  followPrivate: {
    type: 'boolean',
    default: false,
    sentence:
      'Whether catalogues may be followed that are in a private network or on this machine, also without https. ' +
      'Others are only followed by https, and never in such networks, whatever their names lead to.',
  },
  webhookPrivate: {
    type: 'boolean',
    default: false,
    sentence:
      'Whether webhooks may lead into a private network or to this machine, also without https: whoever has an ' +
      'account can then have requests sent there. Others are only sent by https, and never into such networks, ' +
      'whatever their names lead to.',
  },
  webhookRetryHours: {
    type: 'integer',
    default: 76,
    minimum: 1,
    maximum: 720,
    sentence:
      'For how many hours a webhook is tried again that cannot be reached, in ten attempts with growing pauses. Then ' +
      'it is switched off, and its owner is told.',
  },
  tokenLifetimeMinutes: {
    type: 'integer',
    default: 60,
    minimum: 1,
    maximum: 1_440,
    sentence: 'How long a request token waits for the approval of a user.',
  },
  developerRequestsPerSecond: {
    ...requestsPerSecond,
    default: 50,
    sentence: 'How many requests per second a key of the plan Developer may send; 0 for no limit.',
  },
  professionalRequestsPerSecond: {
    ...requestsPerSecond,
    default: 500,
    sentence: 'How many requests per second a key of the plan Professional may send; 0 for no limit.',
  },
  plexRequestsPerSecond: {
    ...requestsPerSecond,
    default: 100,
    sentence: 'How many requests per second a Plex media server may send to its address; 0 for no limit.',
  },
  plexIdentifier: {
    type: 'string',
    default: 'reelcommons',
    form: /^[A-Za-z0-9]+(\.[A-Za-z0-9]+)*$/,
    formName: 'letters and digits, in words that are separated by full stops',
    sentence:
      'Part of the names of the metadata providers for Plex. One media server cannot use two installations ' +
      'with the same one, and whoever changes it has to match all libraries again.',
  },
  suggestionsPerSecond: {
    ...requestsPerSecond,
    default: 40,
    sentence:
      'How many suggestions of the search field each client (an IPv4 address or an IPv6 network) may ask each ' +
      'process for per second; 0 for no limit. A person who types fast asks for five.',
  },
  writesPerMinute: {
    type: 'integer',
    default: 3_000,
    minimum: 0,
    maximum: 1_000_000,
    sentence:
      'How often an account or a guest may write through each process per minute, on pages and through the ' +
      'interface; 0 for no limit. After that they have to wait, longer each time. Some things also have a lower ' +
      'limit per hour.',
  },
  private: {
    type: 'boolean',
    default: false,
    sentence:
      'Nobody sees the catalogue without signing in or an API key: not its pages, suggestions, feeds, pictures, ' +
      'files of IDs, nor the contract. Programs send a key for all of these, as they do for requests. At most people ' +
      'with an invitation can sign up; administrators add accounts on the page *Accounts*. ' +
      'Search engines are told to stay away. Addresses that are secrets themselves, such as that of a calendar, go ' +
      'on working. Values that are for personal use alone, such as those of IMDb, need it.',
  },
  robots: {
    type: 'one of',
    default: 'open',
    values: ['open', 'nobody'],
    sentence:
      'Whether search engines may show the pages (`open`), or are told to stay away (`nobody`), as they always are ' +
      'from a private catalogue.',
  },
  importFolders: {
    type: 'string',
    default: '',
    form: /^(\/[^,\0]*(,\/[^,\0]*)*)?$/,
    formName: 'paths that begin with a slash, separated by commas, or empty',
    sentence:
      'Folders of this machine from which administrators may import files on the page *Fill the catalogue*, such as ' +
      '`/media/films,/media/series`. Links that lead out of them are refused. If it is empty, they can only upload ' +
      'files.',
  },
  importUploadBytes: {
    type: 'integer',
    default: 1_073_741_824,
    minimum: 1_048_576,
    maximum: 68_719_476_736,
    sentence:
      'The largest file that an administrator may upload for an import. It has to arrive within `requestTimeoutMs`, ' +
      'and stays in the data folder until it is imported, for seven days at most.',
  },
  signups: {
    type: 'one of',
    default: 'open',
    values: ['open', 'invitation', 'closed'],
    sentence:
      'Who can sign up: everybody, whoever an administrator has invited with a link, or nobody. With `private`, ' +
      '`open` means by invitation.',
  },
  licenceOfEdits: {
    type: 'one of',
    default: 'CC0-1.0',
    values: ['CC0-1.0', 'CC-BY-4.0', 'CC-BY-SA-4.0', 'ODbL-1.0'],
    sentence:
      'The licence of what people write into the catalogue; forms name it. Each licence is a source of its own, so ' +
      'a new setting changes nothing about earlier edits.',
  },
  editsOfNewMembers: {
    type: 'integer',
    default: 5,
    minimum: 0,
    maximum: 1_000,
    sentence:
      'How many edits of a new member a moderator has to accept before further ones go live at once; with 0, all do.',
  },
  passwordHashings: {
    type: 'integer',
    default: 2,
    minimum: 1,
    maximum: 16,
    sentence: 'How many passwords are checked at once; each check takes about 19 MiB and a processor core.',
  },
  imageBucket: {
    type: 'string',
    default: '',
    form: /^(https?:\/\/[^\s:@/?#]+:[^\s:@/?#]+@[^\s@/?#]+\/[^\s/?#]+(\?region=[\w-]+)?)?$/,
    formName: 'an address such as https://key:secret@host/bucket?region=eu-1, or empty',
    secret: true,
    sentence:
      'An S3-compatible bucket for the originals of pictures, as `https://key:secret@host/bucket?region=eu-1` with ' +
      '`%2F` for a slash in the secret; empty keeps them in the data folder. Prefer the variable to the option.',
  },
  idFiles: {
    type: 'string',
    default: '',
    sentence:
      'The folder of the daily files of IDs, which several nodes share; empty keeps them in `exports` in the data ' +
      'folder.',
  },
  publish: {
    type: 'boolean',
    default: false,
    sentence:
      'Others may follow this catalogue: what may be passed on of it is published below `/commons/dump/`, signed. A ' +
      'private catalogue is never published.',
  },
  publishEvery: {
    type: 'integer',
    default: 60,
    minimum: 1,
    maximum: 86_400,
    sentence: 'After how many seconds what has changed is published.',
  },
  changeStreams: {
    type: 'integer',
    default: 1_000,
    minimum: 0,
    maximum: 50_000,
    sentence:
      'How many apps and followers may wait for changes at the same time; further ones are told to come back. With 0 ' +
      'nobody is told of changes as they happen.',
  },
  changeStreamsPerKey: {
    type: 'integer',
    default: 100,
    minimum: 1,
    maximum: 50_000,
    sentence: 'How many of them may use the same API key, or come without one from the same address, in each process.',
  },
  changeHeartbeatSeconds: {
    type: 'integer',
    default: 15,
    minimum: 1,
    maximum: 60,
    sentence: 'How often a stream of changes says that it is still there, for proxies that end silent connections.',
  },
  publishFolder: {
    type: 'string',
    default: '',
    sentence:
      'The folder of what is published, which any file host can serve; empty keeps it in `commons/dump` in the data ' +
      'folder. Several nodes share it, and the folder `commons` with the key.',
  },
  publishValidDays: {
    type: 'integer',
    default: 7,
    minimum: 2,
    maximum: 365,
    sentence: 'For how many days others believe what is published without hearing anything new; it is signed daily.',
  },
  republish: {
    type: 'boolean',
    default: false,
    sentence: 'What came from catalogues that this one follows is published with it, under its first origin.',
  },
  imageBytes: {
    type: 'integer',
    default: 20_971_520,
    minimum: 1_024,
    maximum: 268_435_456,
    sentence: 'The largest file that is accepted as a picture.',
  },
  imagePixels: {
    type: 'integer',
    default: 50_000_000,
    minimum: 1_000,
    maximum: 268_435_456,
    sentence: 'The most pixels that a picture may have; reading it takes up to four bytes for each.',
  },
  imageTimeoutMs: {
    ...timeLimit,
    default: 10_000,
    sentence: 'How long reading or resizing a picture may take before the server gives up.',
  },
  imageDecoders: {
    type: 'integer',
    default: 2,
    minimum: 1,
    maximum: 64,
    sentence: 'How many pictures are resized at once for those who look at them, each in a process of low priority.',
  },
  imageUploads: {
    type: 'integer',
    default: 1,
    minimum: 1,
    maximum: 64,
    sentence: 'How many pictures that people or an import add are read at once, each in a process of low priority.',
  },
  imageQueue: {
    type: 'integer',
    default: 500,
    minimum: 10,
    maximum: 100_000,
    sentence: 'How many pictures may wait to be read or resized; requests for more are refused with 503.',
  },
  imageCacheBytes: {
    type: 'integer',
    default: 1_073_741_824,
    minimum: 268_435_456,
    maximum: 1_099_511_627_776,
    sentence: 'How much of the data folder resized pictures may take; the least recently used are removed first.',
  },
  imageFreeBytes: {
    type: 'integer',
    default: 268_435_456,
    minimum: 0,
    maximum: 1_125_899_906_842_624,
    sentence: 'How much of the disk with the data folder has to stay free; with less, no picture is accepted.',
  },
  catalogueFreeBytes: {
    type: 'integer',
    default: 67_108_864,
    minimum: 0,
    maximum: 1_125_899_906_842_624,
    sentence:
      'How much of the disk with the SQLite file stays free: where less is, writes are refused with 503 until there ' +
      'is room again.',
  },
  imageMemoryBytes: {
    type: 'integer',
    default: 67_108_864,
    minimum: 1_048_576,
    maximum: 17_179_869_184,
    sentence: 'How much memory the most recently requested pictures may take.',
  },
} as const satisfies Record<string, Setting>
