import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parseArgs } from 'node:util'
import {
  type Config,
  describeConfig,
  readConfig,
  SettingError,
  settingOptions,
  settingsPage,
  siteAddress,
} from './config.ts'
import { packageRoot } from './package-root.ts'
import { settings } from './settings.ts'

const defaults: Omit<Config, 'given'> = {
  host: '127.0.0.1',
  port: 8080,
  tlsCertificate: '',
  tlsKey: '',
  workers: '1',
  data: 'data',
  database: '',
  readDatabase: '',
  replicaLagMs: 500,
  databaseConnections: 10,
  redis: '',
  redisTimeoutMs: 50,
  busyTimeoutMs: 5000,
  dialect: 'neutral',
  site: '',
  hstsSubdomains: false,
  siteHosts: '',
  appHosts: '',
  smtp: '',
  mailFrom: '',
  secretKey: '',
  proxies: '',
  maintenance: false,
  empty: false,
  logLevel: 'info',
  logFormat: 'auto',
  logDelayMs: 1_000,
  metrics: '',
  sessionDays: 365,
  guestRatingsCount: false,
  ratingsDelayMs: 400,
  bodyLimitBytes: 65536,
  addressLimitBytes: 8192,
  headerLimitBytes: 16384,
  headersTimeoutMs: 10000,
  requestTimeoutMs: 60000,
  handlerTimeoutMs: 10000,
  keepAliveTimeoutMs: 72000,
  connectionTimeoutMs: 20000,
  eventLoopDelayMs: 1000,
  requestWaitMs: 75,
  shutdownTimeoutMs: 10000,
  hangTimeoutMs: 30000,
  replyCacheBytes: 67108864,
  jobPauseMs: 10,
  followEverySeconds: 60,
  offerEverySeconds: 300,
  ...{ followPrivate: false, webhookPrivate: false, webhookRetryHours: 76 },
  tokenLifetimeMinutes: 60,
  developerRequestsPerSecond: 50,
  plexRequestsPerSecond: 100,
  plexIdentifier: 'reelcommons',
  professionalRequestsPerSecond: 500,
  suggestionsPerSecond: 40,
  writesPerMinute: 3_000,
  private: false,
  importFolders: '',
  importUploadBytes: 1_073_741_824,
  robots: 'open',
  signups: 'open',
  changeStreams: 1000,
  changeStreamsPerKey: 100,
  changeHeartbeatSeconds: 15,
  siteName: 'Reelcommons',
  greeting: '',
  licenceOfEdits: 'CC0-1.0',
  editsOfNewMembers: 5,
  passwordHashings: 2,
  imageBucket: '',
  idFiles: '',
  publish: false,
  publishEvery: 60,
  publishFolder: '',
  publishValidDays: 7,
  republish: false,
  imageBytes: 20_971_520,
  imagePixels: 50_000_000,
  imageTimeoutMs: 10_000,
  imageDecoders: 2,
  imageUploads: 1,
  imageQueue: 500,
  imageCacheBytes: 1_073_741_824,
  imageFreeBytes: 268_435_456,
  catalogueFreeBytes: 67_108_864,
  imageMemoryBytes: 67_108_864,
}

type Given = { options?: Parameters<typeof readConfig>[0]; env?: Record<string, string | undefined> }
type Scenario = Given & { name: string; changed?: Partial<Config>; warnings?: string[] }

/** What is read, without which of it was given. */
function read(options: Given['options'], env: Given['env']) {
  const { config, warnings } = readConfig(options ?? {}, env ?? {})
  const { given: _, ...values } = config
  return { config: values, warnings }
}

const accepted: Scenario[] = [
  { name: 'nothing set' },
  { name: 'an option', options: { port: '0' }, changed: { port: 0 } },
  { name: 'a variable', env: { REELCOMMONS_PORT: '65535' }, changed: { port: 65535 } },
  {
    name: 'the option wins',
    options: { port: '9000', dialect: 'common' },
    env: { REELCOMMONS_PORT: '9001', REELCOMMONS_DIALECT: 'neutral', REELCOMMONS_HOST: '::' },
    changed: { port: 9000, dialect: 'common', host: '::' },
  },
  {
    name: 'the option wins over a variable that could not be read',
    options: { port: '1' },
    env: { REELCOMMONS_PORT: 'x' },
    changed: { port: 1 },
  },
  { name: 'an empty variable is absent', env: { REELCOMMONS_PORT: '', REELCOMMONS_DATA: '' } },
  {
    name: 'names of several words',
    options: { 'headers-timeout-ms': '15000' },
    env: { REELCOMMONS_BODY_LIMIT_BYTES: '1024' },
    changed: { headersTimeoutMs: 15000, bodyLimitBytes: 1024 },
  },
  { name: 'a switch', options: { empty: true }, changed: { empty: true } },
  { name: 'a switch as a variable', env: { REELCOMMONS_EMPTY: '1' }, changed: { empty: true } },
  { name: 'a switch off', options: { empty: false }, env: { REELCOMMONS_EMPTY: 'true' } },
  {
    name: 'PostgreSQL',
    env: { REELCOMMONS_DATABASE: 'postgresql://reel@host:5432/reel' },
    changed: { database: 'postgresql://reel@host:5432/reel' },
  },
  {
    name: 'replicas of PostgreSQL',
    options: { 'read-database': 'postgres://one/reel  postgresql://two/reel' },
    env: { REELCOMMONS_DATABASE: 'postgres://host/reel' },
    changed: { database: 'postgres://host/reel', readDatabase: 'postgres://one/reel  postgresql://two/reel' },
  },
  ...[
    'redis://127.0.0.1',
    'redis://:geheim@redis.example:6379/0',
    'rediss://reel:ge%2Fheim@[::1]:6380/',
    'unix:///run/redis/redis.sock?db=1',
    'unix://reel:geheim@/run/redis.sock',
  ].map((redis) => ({ name: `Redis at ${redis}`, options: { redis }, changed: { redis } })),
  { name: 'SQLite again', options: { database: '' }, env: { REELCOMMONS_DATABASE: 'postgres://host/reel' } },
  {
    name: 'a site in a folder',
    options: { site: 'https://films.example/catalogue' },
    changed: { site: 'https://films.example/catalogue' },
  },
  { name: 'options of a command', options: { strict: true, source: ['a', 'b'], bodyLimitBytes: '9', name: undefined } },
  {
    name: 'unknown variables',
    env: { REELCOMMONS_PROT: '1', REELCOMMONS_BODYLIMIT: '2', OTHER: '3', REELCOMMONS_REQUIRE_CHROMIUM: '1' },
    warnings: [
      'The environment variable REELCOMMONS_BODYLIMIT is not a setting and is ignored.',
      'The environment variable REELCOMMONS_PROT is not a setting and is ignored.',
    ],
  },
]

for (const { name, options = {}, env = {}, changed = {}, warnings = [] } of accepted) {
  test(`accepted: ${name}`, () => {
    assert.deepEqual(read(options, env), { config: { ...defaults, ...changed }, warnings })
  })
}

const refused: [name: string, value: string | boolean | string[], sentence: string][] = [
  ['port', '65536', '--port has to be a whole number from 0 to 65535, not "65536".'],
  ['port', '-1', '--port has to be a whole number from 0 to 65535, not "-1".'],
  ['port', '1e3', '--port has to be a whole number from 0 to 65535, not "1e3".'],
  ['port', ' 80', '--port has to be a whole number from 0 to 65535, not " 80".'],
  ['port', '', '--port has to be a whole number from 0 to 65535, not "".'],
  ['port', '80.5', '--port has to be a whole number from 0 to 65535, not "80.5".'],
  ['port', '9'.repeat(400), `--port has to be a whole number from 0 to 65535, not "${'9'.repeat(400)}".`],
  ['port', true, '--port has to be a whole number from 0 to 65535, not true.'],
  ['port', ['1', '2'], '--port has to be a whole number from 0 to 65535, not ["1","2"].'],
  ['busy-timeout-ms', '0', '--busy-timeout-ms has to be a whole number from 1 to 600000, not "0".'],
  ['dialect', 'Common', '--dialect has to be neutral or common, not "Common".'],
  ['log-format', 'xml', '--log-format has to be auto, pretty or json, not "xml".'],
  ['empty', 'yes', '--empty has to be true or false, not "yes".'],
  ['host', '', '--host has to be a host name or an IP address, not "".'],
  ['data', '', '--data has to be the path of a folder, not "".'],
  [
    'site',
    'https://films.example/',
    '--site has to be an address that begins with http:// or https:// and does not end in a slash, or empty, ' +
      'not "https://films.example/".',
  ],
  [
    'database',
    'mysql://reel:geheim@host/reel',
    '--database has to be an address that begins with postgres://, or empty.',
  ],
]

for (const redis of [
  'http://redis.example',
  'redis://',
  'redis://:ge/heim@host',
  'redis://host:65536',
  'redis://host/name',
  'redis://host?db=1',
  'redis://one redis://two',
  'unix://run/redis.sock',
]) {
  test(`refused: --redis ${redis}`, () => {
    const sentence =
      /^(--)?redis has to be an address that begins with redis:\/\/, rediss:\/\/ or unix:\/\/, or empty\.$/
    assert.throws(() => readConfig({ redis }, {}), { name: 'SettingError', message: sentence })
  })
}

for (const [option, value, sentence] of refused) {
  test(`refused: --${option} ${JSON.stringify(value).slice(0, 40)}`, () => {
    assert.throws(() => readConfig({ [option]: value }, {}), new SettingError(sentence))
  })
}

test('refused: a bad variable is called by its name', () => {
  assert.throws(
    () => readConfig({}, { REELCOMMONS_LOG_LEVEL: 'loud' }),
    new SettingError('REELCOMMONS_LOG_LEVEL has to be fatal, error, warn, info, debug, trace or silent, not "loud".'),
  )
})

test('refused: limits that contradict each other', () => {
  const contradictions: [options: Record<string, string>, sentence: string][] = [
    [{ 'request-timeout-ms': '9999' }, 'headersTimeoutMs (10000) has to be at most requestTimeoutMs (9999).'],
    [
      { 'read-database': 'postgres://reel:geheim@one/reel' },
      'readDatabase is only allowed when database names the PostgreSQL database of these replicas.',
    ],
    [{ 'header-limit-bytes': '8191' }, 'addressLimitBytes (8192) has to be at most headerLimitBytes (8191).'],
  ]
  for (const [options, sentence] of contradictions)
    assert.throws(() => readConfig(options, {}), new SettingError(sentence))
})

test('every setting can be given on the command line and lies within its own bounds', () => {
  const spelled = Object.entries(settings).map(([name, setting]) => {
    const option = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
    return setting.type === 'boolean' ? option : `${option}=${setting.default}`
  })
  const { values } = parseArgs({ args: spelled, options: settingOptions, strict: true })
  const privacy = { private: true, publish: true, republish: true, followPrivate: true, webhookPrivate: true }
  const switched = { empty: true, maintenance: true, hstsSubdomains: true, guestRatingsCount: true, ...privacy }
  assert.deepEqual(read(values as never, {}), { config: { ...defaults, ...switched }, warnings: [] })
})

test('the configuration cannot be changed', () => {
  const { config } = readConfig({}, {})
  assert.throws(() => Object.assign(config, { port: 1 }), TypeError)
})

const described: [database: string, shown: string][] = [
  ['', ''],
  ['postgres://reel:geheim@host:5432/reel', 'postgres://reel:***@host:5432/reel'],
  ['postgres://reel:geheim@host/reel?password=geheim&sslkey=geheim', 'postgres://reel:***@host/reel'],
  ['postgresql://host/reel', 'postgresql://host/reel'],
  ['postgres://reel:geheim@one:1,two:2/reel', '(hidden)'],
]

for (const [database, shown] of described) {
  test(`described without its password: ${database}`, () => {
    const { config } = readConfig({ database }, {})
    assert.deepEqual(describeConfig(config), { ...defaults, database: shown })
  })
}

test('the site is the set one, else where the server listens', () => {
  const cases: [config: Partial<Config>, port: number | undefined, address: string][] = [
    [{}, undefined, 'http://127.0.0.1:8080'],
    [{ port: 0 }, 49152, 'http://127.0.0.1:49152'],
    [{ host: '0.0.0.0' }, undefined, 'http://localhost:8080'],
    [{ host: '::' }, undefined, 'http://localhost:8080'],
    [{ host: '::1' }, undefined, 'http://[::1]:8080'],
    [{ site: 'https://films.example' }, 49152, 'https://films.example'],
  ]
  for (const [changed, port, address] of cases) assert.equal(siteAddress({ ...defaults, ...changed }, port), address)
})

test('docs/settings.md is what the settings say (`npm run docs` rewrites it)', () => {
  assert.equal(readFileSync(join(packageRoot, 'docs/settings.md'), 'utf8'), settingsPage())
})
