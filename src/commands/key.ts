import { recordAct } from '#src/audit/acts.ts'
import { siteAddress } from '#src/config.ts'
import { dialectNames } from '#src/contract/dialects.ts'
import { maxLanguagesInChain } from '#src/contract/languages.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { addressesOf } from '#src/groups/plex/providers.ts'
import { readKeyLanguages, setLanguagesOfAnyKey } from '#src/keys/key-languages.ts'
import { createKey, keyPageSize, listKeys, maxKeyNameLength, maxLimitPerSecond, revokeKey } from '#src/keys/keys.ts'
import { freeDigest, isKeyOfApp, leastTokenLength, maxTokenLength } from '#src/keys/keys-of-apps.ts'
import { type KeyUse, type Plan, plans } from '#src/keys/plans.ts'
import { commandOf, type Given, newOption, readId } from './actions.ts'
import { type Io, UsageError } from './command.ts'
import { readLine } from './read-password.ts'
import { tableOf } from './table.ts'

/** What a key is made for, if not for the interface with a value of ours. */
const uses = ['app', 'plex'] as const
type Use = (typeof uses)[number]

export const key = commandOf(
  `create --name N --plan ${plans.join('|')}|--use ${uses.join('|')} [--limit N] ` +
    `[--dialect ${dialectNames.join('|')}] [--languages L] [--new] | list | change ID --languages L | revoke ID`,
  'Creates an API key and shows it once, lists all keys, changes one, or revokes one together with its sessions',
  [
    ['create', 'creates a key and writes it to standard output'],
    ['--name N', 'what the key is for'],
    ['--plan P', 'developer or professional, which decides how many requests per second the key may send'],
    [
      '--use plex',
      'instead of a plan: writes the two addresses at which the Plex media server finds providers of metadata',
    ],
    [
      '--use app',
      'takes the value of the key from standard input, for an app that has a key of its own; such keys are of the ' +
        'plan developer and the dialect common if nothing else is said',
    ],
    ['--limit N', 'requests per second, instead of the limit of the plan; 0 means no limit'],
    [
      '--dialect D',
      'the field names of replies: neutral, as the specification says, or common, as existing apps expect',
    ],
    [
      '--languages L',
      'the languages of replies to requests that name none, such as pt-BR,pt-PT,es: each text is in the first one ' +
        'that has it; with change, none removes them',
    ],
    newOption,
    ['list', 'lists all keys, including those that are no longer valid, with their ids and last four characters'],
    ['change ID', 'changes the languages of the key with this id'],
    ['revoke ID', 'revokes the key with this id and its sessions, for good'],
  ],
  {
    create: { needs: ['name'], takes: ['plan', 'use', 'limit', 'languages'], canBeFirst: true, run: create },
    list: { needs: [], run: ({ inCatalogue, io }) => inCatalogue((db) => list(db, io)) },
    change: { needs: ['languages'], words: ['ID'], run: change },
    revoke: { needs: [], words: ['ID'], run: revoke },
  },
)

async function create({ texts, io, config, isGiven, inCatalogue }: Given) {
  const { name = '', limit = '', languages: chain = '' } = texts
  const use = readUse(texts.use)
  const plan = readPlan(use, texts.plan)
  if (name.length > maxKeyNameLength || /\p{Cc}/u.test(name))
    throw new UsageError(`--name has at most ${maxKeyNameLength} characters, and no control characters.`)
  const limit_per_second = limit === '' ? null : readLimit(limit)
  const languages = readLanguages(chain)
  // Apps with a key of their own were made for other field names than those of the specification.
  const dialect = use === 'app' && !isGiven('dialect') ? 'common' : config.dialect
  const brought = use === 'app' ? { secret: await readKeyOfApp(io) } : {}
  const opens: KeyUse = use === 'plex' ? 'plex' : 'interface'
  const facts = { name, plan, use: opens, account_id: null, limit_per_second, dialect, languages, now: new Date() }
  const made = { ...facts, ...brought }
  const { id, secret } = await inCatalogue((db) =>
    db.transaction(async (tx) => {
      if (brought.secret !== undefined) await refuseTaken(tx, brought.secret)
      const key = await createKey(tx, made)
      await recordAct(tx, 'key_made', { by: null, now: made.now }, { key_id: key.id })
      return key
    }),
  )
  if (use === 'app')
    return void io.stderr.write(
      `This is key ${id}. Whoever has the app can read its key, and ask with it whatever this key may.\n`,
    )
  // Only the key, or its addresses, go to standard output, so that a script can read them.
  const shown = use === 'plex' ? 'These are the addresses of key' : 'This is key'
  io.stderr.write(`${shown} ${id}. ${use === 'plex' ? 'They are' : 'It is'} shown only this once:\n`)
  const lines = use === 'plex' ? addressesOf(siteAddress(config), secret) : [secret]
  io.stdout.write(`${lines.join('\n')}\n`)
}

function readUse(text = ''): Use | undefined {
  const use = uses.find((known) => known === text)
  if (text !== '' && !use) throw new UsageError(`--use has to be ${uses.join(' or ')}, not ${JSON.stringify(text)}.`)
  return use
}

/** Keys for Plex have a limit of their own, and no plan: the first one stands there. */
function readPlan(use: Use | undefined, text = ''): Plan {
  if (use === 'plex' && text !== '') throw new UsageError('--plan and --use plex cannot stand together.')
  if (use === undefined && text === '') throw new UsageError('--plan is needed.')
  const plan = plans.find((known) => known === (text || 'developer'))
  if (!plan) throw new UsageError(`--plan has to be ${plans.join(' or ')}, not ${JSON.stringify(text)}.`)
  return plan
}

async function readKeyOfApp(io: Io): Promise<string> {
  const value = (await readLine(io, 'key')).trim()
  if (isKeyOfApp(value)) return value
  throw new UsageError(
    'The key on standard input has to be 32 hex digits, or a bearer token of ' +
      `${leastTokenLength} to ${maxTokenLength} letters, digits and -._~+/.`,
  )
}

async function refuseTaken(tx: Database, secret: string) {
  const id = await freeDigest(tx, digestOf(secret))
  if (id !== undefined) throw new Error(`Key ${id} has this value already.`)
}

function readLimit(text: string): number {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (limit <= maxLimitPerSecond) return limit
  throw new UsageError(`--limit has to be a whole number from 0 to ${maxLimitPerSecond}, not ${JSON.stringify(text)}.`)
}

function readLanguages(text: string): string {
  const languages = readKeyLanguages(text)
  if (languages !== undefined) return languages
  throw new UsageError(
    `--languages has to be at most ${maxLanguagesInChain} codes such as pt-BR,pt-PT,es, not ${JSON.stringify(text)}.`,
  )
}

const titles = [
  'ID',
  'NAME',
  'USE',
  'PLAN',
  'PER SECOND',
  'DIALECT',
  'LANGUAGES',
  'LAST FOUR',
  'CREATED',
  'VALID UNTIL',
]

/** The limit of a key in requests per second, where it differs from that of its plan. */
const limitOf = (limit: number | null, use: KeyUse): string =>
  limit === null ? (use === 'plex' ? 'setting' : 'plan') : limit === 0 ? 'no limit' : String(limit)

/** Page by page, so that any number of keys can be listed in little memory; each page has its own column widths. */
async function list(db: Database, io: Io) {
  let keys = await listKeys(db, 0)
  do {
    const rows = keys.map(
      ({ id, name, plan, use, limit_per_second, dialect, languages, last_four, created_at, ...stopped }) => {
        const stoppedAt = stopped.revoked_at ?? stopped.suspended_at ?? stopped.ends_at ?? ''
        const dialectText = dialect ?? 'at next start'
        return [
          String(id),
          name,
          use,
          use === 'plex' ? 'none' : plan,
          limitOf(limit_per_second, use),
          dialectText,
          languages || 'none',
          last_four,
          created_at,
          stoppedAt,
        ]
      },
    )
    io.stdout.write(tableOf([titles, ...rows]))
    keys = keys.length < keyPageSize ? [] : await listKeys(db, keys.at(-1)!.id)
  } while (keys.length > 0)
}

async function change({ texts: { ID = '', languages: chain = '' }, io, inCatalogue }: Given) {
  const id = readId(ID, 'ID')
  const languages = chain === 'none' ? '' : readLanguages(chain)
  const isChanged = await inCatalogue((db) => setLanguagesOfAnyKey(db, { id, languages, now: new Date() }))
  if (!isChanged) throw new Error(`There is no key ${id}, or it is no longer valid.`)
  io.stdout.write(`Requests with key ${id} that name no language get ${languages || 'English'}.\n`)
}

async function revoke({ texts: { ID = '' }, io, inCatalogue }: Given) {
  const id = readId(ID, 'ID')
  if (!(await inCatalogue((db) => revokeKey(db, id, new Date())))) throw new Error(`There is no key ${id}.`)
  io.stdout.write(`Key ${id} and all sessions created with it were revoked.\n`)
}
