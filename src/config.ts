type Setting = { readonly sentence: string; readonly secret?: true } & (
  | { readonly type: 'string'; readonly default: string; readonly form?: RegExp; readonly formName?: string }
  | { readonly type: 'integer'; readonly default: number; readonly minimum: number; readonly maximum: number }
  | { readonly type: 'boolean'; readonly default: boolean }
  | { readonly type: 'one of'; readonly default: string; readonly values: readonly string[] }
)

/** Zero means "no limit" to Node, so no time limit may be zero. */
const timeLimit = { type: 'integer', minimum: 1, maximum: 600_000 } as const

const requestsPerSecond = { type: 'integer', minimum: 0, maximum: 1_000_000 } as const

const redisHost = /([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?/i
const redisForm = new RegExp(
  `^(rediss?://([^\\s/@]*@)?${redisHost.source}(/\\d*)?|unix://([^\\s/@]*@)?/[^\\s?#]+(\\?db=\\d+)?)?$`,
  'i',
)

/** Every setting once. `--body-limit-bytes` and `REELCOMMONS_BODY_LIMIT_BYTES` are spelled from `bodyLimitBytes`. */
export const settings = {
  host: {
    type: 'string',
    default: '127.0.0.1',
    form: /^\S+$/,
    formName: 'a host name or an IP address',
    sentence: 'The address to listen on; `0.0.0.0` and `::` are reachable from other machines.',
  },
  port: {
    type: 'integer',
    default: 8080,
    minimum: 0,
    maximum: 65_535,
    sentence: 'The port to listen on; 0 takes any free one.',
  },
  workers: {
    type: 'string',
    default: '1',
    form: /^(auto|[1-9]|[1-5]\d|6[0-4])$/,
    formName: 'a whole number from 1 to 64, or auto',
    sentence:
      'How many processes answer requests on the port; `auto` is one for each processor. With more than one, another ' +
      'process starts them and writes for all. They share what is set for the whole server: connections to ' +
      'PostgreSQL, passwords and pictures at once, of which each has at least one, and what replies and pictures take.',
  },
  data: {
    type: 'string',
    default: 'data',
    form: /./,
    formName: 'the path of a folder',
    sentence: 'The folder that holds everything the server keeps, made on first start.',
  },
  database: {
    type: 'string',
    default: '',
    form: /^(postgres(ql)?:\/\/\S+)?$/,
    formName: 'an address that begins with postgres://, or empty',
    secret: true,
    sentence:
      'A PostgreSQL database as `postgres://name:password@host/database`; empty keeps the catalogue in SQLite in the ' +
      'data folder. Prefer the variable to the option: other people on the machine can read command lines.',
  },
  readDatabase: {
    type: 'string',
    default: '',
    form: /^(postgres(ql)?:\/\/\S+( +postgres(ql)?:\/\/\S+)*)?$/,
    formName: 'addresses that begin with postgres://, with blanks between them, or empty',
    secret: true,
    sentence:
      'Replicas of the PostgreSQL database, which answer what depends on no session: the server reads one of them at ' +
      'a time, and the database itself where none is fit.',
  },
  replicaLagMs: {
    ...timeLimit,
    default: 500,
    sentence: 'How far behind the database a replica may be; one that is further behind is left out until it is not.',
  },
  databaseConnections: {
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 1_000,
    sentence: 'How many connections to PostgreSQL the server holds at most.',
  },
  redis: {
    type: 'string',
    default: '',
    form: redisForm,
    formName: 'an address that begins with redis://, rediss:// or unix://, or empty',
    secret: true,
    sentence:
      'A Redis or Valkey that all servers of one catalogue share, as `redis://name:password@host:6379/0`, ' +
      '`rediss://…` with encryption, or `unix:///path/of/socket`. It makes them faster, and limits of keys common ' +
      'to all; while it is away, they go on without it. Prefer the variable to the option.',
  },
  redisTimeoutMs: {
    ...timeLimit,
    default: 50,
    sentence: 'How long a request may wait for an answer of Redis before it goes on without.',
  },
  busyTimeoutMs: {
    ...timeLimit,
    default: 5_000,
    sentence: 'How long a statement waits for another process that holds the lock of the SQLite file.',
  },
  dialect: {
    type: 'one of',
    default: 'neutral',
    values: ['neutral', 'common'],
    sentence: 'Which field names are on the wire: those of the specification, or those that existing clients expect.',
  },
  site: {
    type: 'string',
    default: '',
    form: /^(https?:\/\/[^\s?#]*[^\s?#/])?$/,
    formName: 'an address that begins with http:// or https:// and does not end in a slash, or empty',
    sentence: 'The public address of the web pages that replies link to; empty is `http://host:port`.',
  },
  smtp: {
    type: 'string',
    default: '',
    form: /^(smtps?:\/\/\S+)?$/,
    formName: 'an address that begins with smtp:// or smtps://, or empty',
    secret: true,
    sentence:
      'The server that mails are sent through, as `smtps://name:password@host:465` or `smtp://…:587`; empty writes ' +
      'each mail into the folder `mail` of the data folder, and prints its link where only this machine reaches the ' +
      'server. Prefer the variable to the option. `smtps` encrypts from the beginning; `smtp` does as soon as the ' +
      'server can, and has to where a password goes to another machine: `?requireTLS=true` or `false` behind the ' +
      'address says otherwise. A certificate has to be of an authority that Node.js knows (`NODE_EXTRA_CA_CERTS` ' +
      'names a file of others), and name the host; `?tls.rejectUnauthorized=false` takes any.',
  },
  mailFrom: {
    type: 'string',
    default: '',
    form: /^([^\r\n<>]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)?$/,
    formName: 'an e-mail address, alone or as `Name <address>`, or empty',
    sentence: 'Who mails are from; empty is `Reelcommons <no-reply@HOST>` with the host of the site.',
  },
  proxies: {
    type: 'string',
    default: '',
    form: /^(([0-9a-f.:]+(\/\d+)?|loopback|linklocal|uniquelocal)(,|$))*$/i,
    formName: 'addresses or ranges such as 10.0.0.0/8, separated by commas',
    sentence:
      'Proxies in front of the server, whose `X-Forwarded-For` is believed when it says where a request comes from; ' +
      '`loopback`, `linklocal` and `uniquelocal` stand for their ranges.',
  },
  maintenance: {
    type: 'boolean',
    default: false,
    sentence: 'Answers every request but those for health, readiness and assets with 503, and people with a page.',
  },
  empty: {
    type: 'boolean',
    default: false,
    sentence: 'Leaves an empty data folder empty, where the sample catalogue would be loaded.',
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
    sentence: 'How the log is written: `auto` is `pretty` on a terminal and `json` elsewhere.',
  },
  metrics: {
    type: 'string',
    default: '',
    form: /^(([\w.-]+|\[[\da-f:.]+\]):\d{1,5})?$/i,
    formName: 'a host and a port such as 127.0.0.1:9464, or empty',
    sentence:
      'Where `GET /metrics` is answered, in the form of Prometheus without a key: whoever reaches the address may ' +
      'read it. It is another than that of the server, so that no proxy passes it on by mistake. Empty is nowhere.',
  },
  bodyLimitBytes: {
    type: 'integer',
    default: 65_536,
    minimum: 1_024,
    maximum: 16_777_216,
    sentence: 'The largest body of a request. The form of a review may always be as large as its longest text needs.',
  },
  addressLimitBytes: {
    type: 'integer',
    default: 8_192,
    minimum: 256,
    maximum: 65_536,
    sentence: 'The longest address of a request, its query included.',
  },
  headerLimitBytes: {
    type: 'integer',
    default: 16_384,
    minimum: 1_024,
    maximum: 131_072,
    sentence: 'The largest header of a request, its address included.',
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
    sentence: 'How late the thread that answers requests may be before new ones are refused, so that others finish.',
  },
  shutdownTimeoutMs: {
    ...timeLimit,
    default: 10_000,
    sentence: 'How long requests in flight may take to finish when the server is told to stop.',
  },
  replyCacheBytes: {
    type: 'integer',
    default: 134_217_728,
    minimum: 0,
    maximum: 68_719_476_736,
    sentence: 'How much memory replies may take that are kept to be served again; 0 keeps none.',
  },
  tokenLifetimeMinutes: {
    type: 'integer',
    default: 60,
    minimum: 1,
    maximum: 1_440,
    sentence: 'How long a request token waits for the approval of its user.',
  },
  developerRequestsPerSecond: {
    ...requestsPerSecond,
    default: 50,
    sentence: 'How many requests a key of the plan Developer may send in a second; 0 is no limit.',
  },
  professionalRequestsPerSecond: {
    ...requestsPerSecond,
    default: 500,
    sentence: 'How many requests a key of the plan Professional may send in a second; 0 is no limit.',
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
      'An S3-compatible bucket that the originals of pictures are kept in, as ' +
      '`https://key:secret@host/bucket?region=eu-1` with `%2F` for a slash in the secret; empty keeps them in the ' +
      'data folder. Prefer the variable to the option.',
  },
  imageBytes: {
    type: 'integer',
    default: 20_971_520,
    minimum: 1_024,
    maximum: 268_435_456,
    sentence: 'The largest file that is taken as a picture.',
  },
  imagePixels: {
    type: 'integer',
    default: 50_000_000,
    minimum: 1_000,
    maximum: 268_435_456,
    sentence: 'The most pixels that a picture may have; one that is read takes up to four bytes for each.',
  },
  imageTimeoutMs: {
    ...timeLimit,
    default: 10_000,
    sentence: 'How long a picture may take to be read or resized before that is given up.',
  },
  imageDecoders: {
    type: 'integer',
    default: 2,
    minimum: 1,
    maximum: 64,
    sentence: 'How many pictures are read or resized at once, each in a process of low priority.',
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
    sentence: 'How much of the data folder resized pictures take; those that were not used for longest go first.',
  },
  imageFreeBytes: {
    type: 'integer',
    default: 268_435_456,
    minimum: 0,
    maximum: 1_125_899_906_842_624,
    sentence: 'How much of the disk with the data folder stays free: where less is, no picture is taken.',
  },
  imageMemoryBytes: {
    type: 'integer',
    default: 67_108_864,
    minimum: 1_048_576,
    maximum: 17_179_869_184,
    sentence: 'How much memory holds the pictures that were asked for last.',
  },
} as const satisfies Record<string, Setting>

/** Requests per second that a plan allows; 0 is no limit. */
export const planLimitOf = (config: Config, plan: 'developer' | 'professional'): number =>
  plan === 'developer' ? config.developerRequestsPerSecond : config.professionalRequestsPerSecond

type Settings = typeof settings
export type SettingName = keyof Settings

type ValueOf<Each> = Each extends { type: 'integer' }
  ? number
  : Each extends { type: 'boolean' }
    ? boolean
    : Each extends { type: 'one of'; values: readonly (infer Value)[] }
      ? Value
      : string

export type Config = { readonly [Name in SettingName]: ValueOf<Settings[Name]> }

/** Node refuses the first pair the other way round; in the other, the second would silently undo the first. */
const ordered = [
  ['headersTimeoutMs', 'requestTimeoutMs'],
  ['addressLimitBytes', 'headerLimitBytes'],
] as const satisfies (readonly [SettingName, SettingName])[]

type Environment = Readonly<Record<string, string | undefined>>
/** The environment of this process. Nothing else reads it. */
export const environment: Environment = process.env
type OptionValue = string | boolean | readonly (string | boolean)[] | undefined

const prefix = 'REELCOMMONS_'
/** Read by the tests of the project, and not worth a warning to the servers that they start. */
const testVariables = ['CHROMIUM', 'NGINX', 'POSTGRES', 'REDIS']
  .map((name) => `REQUIRE_${name}`)
  .concat('TEST_POSTGRES')
  .map((name) => prefix + name)

const entries = Object.entries(settings) as [SettingName, Setting][]
const optionName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const variableName = (name: string) => prefix + optionName(name).replaceAll('-', '_').toUpperCase()

/** The settings as options of `parseArgs`; its `values` are what `readConfig` takes. */
export const settingOptions: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>> = Object.fromEntries(
  entries.map(([name, { type }]) => [optionName(name), { type: type === 'boolean' ? 'boolean' : 'string' }]),
)

/** A value that a setting cannot have; the message is one sentence for the person who set it. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/**
 * The configuration: an option wins over its variable, an empty variable counts as absent. Options that are no settings
 * belong to the command and are left alone. Throws a `SettingError`; `warnings` are sentences that the caller may log.
 */
export function readConfig(
  options: Readonly<Record<string, OptionValue>>,
  env: Environment = environment,
): { config: Config; warnings: string[] } {
  const values = entries.map(([name, setting]) => {
    const option = options[optionName(name)]
    if (option !== undefined) return [name, parse(setting, option, `--${optionName(name)}`)]
    const variable = env[variableName(name)]
    return [name, variable ? parse(setting, variable, variableName(name)) : setting.default]
  })
  const config = Object.freeze(Object.fromEntries(values)) as Config
  for (const [smaller, larger] of ordered)
    if (config[smaller] > config[larger])
      throw new SettingError(`${smaller} (${config[smaller]}) may not be above ${larger} (${config[larger]}).`)
  if (config.readDatabase !== '' && config.database === '')
    throw new SettingError('readDatabase names replicas of a PostgreSQL database, and database names none.')
  if (config.redis.startsWith('redis') && !URL.canParse(config.redis))
    throw new SettingError(`redis has to be ${expectation(settings.redis)}.`)
  const known = new Set([...entries.map(([name]) => variableName(name)), ...testVariables])
  const warnings = Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.has(name))
    .sort()
    .map((name) => `The environment variable ${name} is no setting and is ignored.`)
  return { config, warnings }
}

/** The spellings of a boolean variable. */
const booleans: ReadonlyMap<OptionValue, boolean> = new Map<OptionValue, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [false, false],
  ['false', false],
  ['0', false],
])

function parse(setting: Setting, value: OptionValue, origin: string): string | number | boolean {
  const parsed = setting.type === 'boolean' ? booleans.get(value) : parseText(setting, value)
  if (parsed !== undefined) return parsed
  const given = setting.secret ? '' : `, not ${JSON.stringify(value)}`
  throw new SettingError(`${origin} has to be ${expectation(setting)}${given}.`)
}

function parseText(setting: Exclude<Setting, { type: 'boolean' }>, value: OptionValue): string | number | undefined {
  if (typeof value !== 'string') return undefined
  if (setting.type === 'one of') return setting.values.includes(value) ? value : undefined
  if (setting.type === 'string') return (setting.form?.test(value) ?? true) ? value : undefined
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
  return number >= setting.minimum && number <= setting.maximum ? number : undefined
}

function expectation(setting: Setting): string {
  if (setting.type === 'boolean') return 'true or false'
  if (setting.type === 'integer') return `a whole number from ${setting.minimum} to ${setting.maximum}`
  if (setting.type === 'string') return setting.formName ?? 'a text'
  return `${setting.values.slice(0, -1).join(', ')} or ${setting.values.at(-1)}`
}

/** The base address of links in replies. `port` is the one that the server listens on, which differs when 0 is set. */
export function siteAddress(config: Pick<Config, 'site' | 'host' | 'port'>, port: number = config.port): string {
  if (config.site !== '') return config.site
  const reachable = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  return `http://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** The configuration in a form that may be logged: secrets are reduced to where they lead. */
export const describeConfig = (config: Config): Record<SettingName, string | number | boolean> =>
  Object.fromEntries(
    entries.map(([name, setting]) => [name, setting.secret ? withoutSecrets(String(config[name])) : config[name]]),
  ) as Record<SettingName, string | number | boolean>

const withoutSecrets = (addresses: string) => addresses.split(/ +/).map(withoutSecret).join(' ')

/** Passwords also stand in the query of a database address, so nothing of it is kept. */
function withoutSecret(address: string): string {
  if (address === '') return ''
  const url = URL.parse(address)
  if (url === null) return '(hidden)'
  return `${url.protocol}//${url.username ? `${url.username}:***@` : ''}${url.host}${url.pathname}`
}

/** The text of `docs/settings.md`. */
export function settingsPage(): string {
  const code = (text: string) => (text === '' ? 'empty' : `\`${text}\``)
  const rows = entries.map(([name, setting]) => [
    name,
    code(`--${optionName(name)}`),
    code(variableName(name)),
    expectation(setting),
    code(String(setting.default)),
    setting.sentence,
  ])
  return [
    '# Settings',
    '',
    '<!-- Generated from src/config.ts by `npm run docs`; a test fails when the two differ. -->',
    '',
    'Each setting is an option of the command line or a variable of the environment. The option wins.',
    'A value that a setting cannot have stops the server with a sentence that says what it may be.',
    '',
    '| setting | option | variable | value | default | meaning |',
    '|---|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    '',
  ].join('\n')
}
