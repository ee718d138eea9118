import { type Setting, settings } from './settings.ts'

type Settings = typeof settings
type SettingName = keyof Settings

type ValueOf<Each> = Each extends { type: 'integer' }
  ? number
  : Each extends { type: 'boolean' }
    ? boolean
    : Each extends { type: 'one of'; values: readonly (infer Value)[] }
      ? Value
      : string

export type Config = { readonly [Name in SettingName]: ValueOf<Settings[Name]> } & {
  /** The settings that are options or variables, and not just what they are by default. */
  readonly given: readonly SettingName[]
}

/** Settings that administrators may change on pages, unless they are given. Folders only when the server is set up. */
export const changeableNames = ['siteName', 'greeting', 'signups', 'private', 'importFolders'] as const
export type ChangeableName = (typeof changeableNames)[number]
/** What was said on pages. */
export type Stored = Partial<Pick<Config, ChangeableName>>

export type SignUps = Config['signups']

/** Who can sign up: where the catalogue is private, at most those who were invited. */
export const signUpsOf = ({ private: isPrivate, signups }: Config): SignUps =>
  isPrivate && signups === 'open' ? 'invitation' : signups

/** Requests per second that a plan allows; 0 is no limit. */
export const planLimitOf = (config: Config, plan: 'developer' | 'professional'): number =>
  plan === 'developer' ? config.developerRequestsPerSecond : config.professionalRequestsPerSecond

/**
 * Pairs of which the first must not be larger: Node refuses the first pair the other way round, and the second limit
 * would have no effect.
 */
const ordered = [
  ['headersTimeoutMs', 'requestTimeoutMs'],
  ['addressLimitBytes', 'headerLimitBytes'],
] as const satisfies (readonly [SettingName, SettingName])[]

type Environment = Readonly<Record<string, string | undefined>>
/** The environment of this process. Nothing else reads it. */
export const environment: Environment = process.env
type OptionValue = string | boolean | readonly (string | boolean)[] | undefined

const prefix = 'REELCOMMONS_'
/** Variables for the project's tests, which cause no warning in the servers that they start. */
const testVariables = ['CHROMIUM', 'NGINX', 'POSTGRES', 'REDIS']
  .map((name) => `REQUIRE_${name}`)
  .concat('TEST_POSTGRES', 'TEST_TEMPLATES')
  .map((name) => prefix + name)

const entries = Object.entries(settings) as [SettingName, Setting][]

/** The environment of a process that has the same settings as this one. What pages may change it looks up itself. */
export const variablesOf = (config: Config): Record<string, string | undefined> => ({
  ...environment,
  ...Object.fromEntries(
    entries
      .filter(([name]) => config.given.includes(name) || !(changeableNames as readonly string[]).includes(name))
      .map(([name]) => [variableName(name), String(config[name])]),
  ),
})
const optionName = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const variableName = (name: string) => prefix + optionName(name).replaceAll('-', '_').toUpperCase()

/** The settings as options of `parseArgs`; its `values` are what `readConfig` takes. */
export const settingOptions: Readonly<Record<string, { readonly type: 'string' | 'boolean' }>> = Object.fromEntries(
  entries.map(([name, { type }]) => [optionName(name), { type: type === 'boolean' ? 'boolean' : 'string' }]),
)

/** An invalid value of a setting; the message is one sentence for the person who set it. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/**
 * The configuration: options take precedence over variables, and an empty variable counts as absent. Options that are
 * no settings belong to the command and are ignored. Throws a `SettingError`; `warnings` are sentences for the log.
 */
export function readConfig(
  options: Readonly<Record<string, OptionValue>>,
  env: Environment = environment,
): { config: Config; warnings: string[] } {
  const given: SettingName[] = []
  const values = entries.map(([name, setting]) => {
    const option = options[optionName(name)]
    const variable = env[variableName(name)]
    if (option === undefined && !variable) return [name, setting.default]
    given.push(name)
    if (option !== undefined) return [name, parse(setting, option, `--${optionName(name)}`)]
    return [name, parse(setting, variable, variableName(name))]
  })
  const config = Object.freeze({ ...Object.fromEntries(values), given }) as Config
  for (const [smaller, larger] of ordered)
    if (config[smaller] > config[larger])
      throw new SettingError(`${smaller} (${config[smaller]}) has to be at most ${larger} (${config[larger]}).`)
  if (config.readDatabase !== '' && config.database === '')
    throw new SettingError(
      'readDatabase is only allowed when database names the PostgreSQL database of these replicas.',
    )
  if (config.redis.startsWith('redis') && !URL.canParse(config.redis))
    throw new SettingError(`redis has to be ${expectation(settings.redis)}.`)
  if (countFiles(config.tlsCertificate) !== countFiles(config.tlsKey))
    throw new SettingError('tlsCertificate and tlsKey have to name the same number of files.')
  const known = new Set([...entries.map(([name]) => variableName(name)), ...testVariables])
  const warnings = Object.keys(env)
    .filter((name) => name.startsWith(prefix) && !known.has(name))
    .sort()
    .map((name) => `The environment variable ${name} is not a setting and is ignored.`)
  return { config, warnings }
}

const countFiles = (text: string): number => (text === '' ? 0 : text.split(',').length)

/** The spellings of a boolean variable. */
const booleans: ReadonlyMap<OptionValue, boolean> = new Map<OptionValue, boolean>([
  [true, true],
  ['true', true],
  ['1', true],
  [false, false],
  ['false', false],
  ['0', false],
])

const readValue = (setting: Setting, value: OptionValue) =>
  setting.type === 'boolean' ? booleans.get(value) : parseText(setting, value)

/** A setting as it stands on the command line, if that is valid. */
export const readSetting = <Name extends ChangeableName>(name: Name, text: string): Config[Name] | undefined =>
  readValue(settings[name], text) as Config[Name] | undefined

/** How a setting is given as an option, and as a variable. */
export const waysToGive = (name: SettingName): readonly [option: string, variable: string] => [
  `--${optionName(name)}`,
  variableName(name),
]

function parse(setting: Setting, value: OptionValue, origin: string): string | number | boolean {
  const parsed = readValue(setting, value)
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

/**
 * The base address of links in replies. `port` is the one that the server listens on, which differs from the setting if
 * that is 0.
 */
export function siteAddress(
  config: Pick<Config, 'site' | 'host' | 'port' | 'tlsCertificate'>,
  port: number = config.port,
): string {
  if (config.site !== '') return config.site
  const reachable = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  const protocol = config.tlsCertificate === '' ? 'http' : 'https'
  return `${protocol}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${port}`
}

/** The configuration without secrets, for the log. */
export const describeConfig = (config: Config): Record<SettingName, string | number | boolean> =>
  Object.fromEntries(
    entries.map(([name, setting]) => [name, setting.secret ? withoutSecrets(String(config[name])) : config[name]]),
  ) as Record<SettingName, string | number | boolean>

const withoutSecrets = (addresses: string) => addresses.split(/ +/).map(withoutSecret).join(' ')

/** The query of a database address is left out, because it may contain a password. */
function withoutSecret(address: string): string {
  if (address === '') return ''
  const url = URL.parse(address)
  if (url === null) return '(hidden)'
  return `${url.protocol}//${url.username ? `${url.username}:***@` : ''}${url.host}${url.pathname}`
}

const changeableOnPages = new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(
  changeableNames.filter((name) => name !== 'importFolders').map((name) => `\`${name}\``),
)

/** The text of `docs/settings.md`. */
export function settingsPage(): string {
  const code = (text: string) => (text === '' ? 'empty' : `\`${text}\``)
  const rows = entries.map(([name, setting]) => [
    `${code(name)} ${code(`--${optionName(name)}`)}`,
    expectation(setting),
    code(String(setting.default)),
    setting.sentence,
  ])
  return [
    '# Settings',
    '',
    '<!-- Generated from src/settings.ts by `npm run docs`; a test fails when the two differ. -->',
    '',
    'Each setting is an option of every command and a variable of the environment. The option wins. For example,',
    'the setting `bodyLimitBytes` is the option `--body-limit-bytes` and the variable',
    '`REELCOMMONS_BODY_LIMIT_BYTES`.',
    'Where a secret is part of a value, use the variable: everyone on the machine can read command lines.',
    '',
    'A setting that is true or false is switched on with `--empty` or `--empty true`, and off with `--no-empty` or',
    '`--empty false`. The server does not start with a wrong value, and says what it may be.',
    '',
    `Administrators can also say ${changeableOnPages} on the page *Administration → Server*, as long as it is`,
    'neither an option nor a variable. `importFolders` can be said when the server is set up in a browser.',
    '',
    '| setting | value | default | meaning |',
    '|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`),
    '',
  ].join('\n')
}
