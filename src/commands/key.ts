import { recordAct } from '#src/audit/acts.ts'
import { siteAddress } from '#src/config.ts'
import { maxLanguagesInChain } from '#src/contract/languages.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import { addressesOf } from '#src/groups/plex/providers.ts'
import { readKeyLanguages, setLanguagesOfAnyKey } from '#src/keys/key-languages.ts'
import { createKey, keyPageSize, listKeys, maxKeyNameLength, maxLimitPerSecond, revokeKey } from '#src/keys/keys.ts'
import { freeDigest, isKeyOfApp, leastTokenLength, maxTokenLength } from '#src/keys/keys-of-apps.ts'
import { type KeyUse, type Plan, plans } from '#src/keys/plans.ts'
import { hiddenIn } from '#src/reference/hidden.ts'
import { commandOf, type Given, newOption, readId } from './actions.ts'
import { readLine } from './asking.ts'
import { type Io, UsageError } from './command.ts'
import { tableOf } from './table.ts'

/** What a key is made for, if not for the interface with a value of ours. */
const uses = ['app', 'plex'] as const
type Use = (typeof uses)[number]

/** The options that take a chain of languages. */
const chains = ['languages', 'append-languages'] as const

const furtherOptions = '[--limit N] [--dialect D] [--languages L] [--append-languages L] [--new]'

export const key = commandOf(
  {
    usage: [
      `create --name N --plan P ${furtherOptions}`,
      `create --name N --use ${uses.join('|')} ${furtherOptions}`,
      'list',
      'change ID [--languages L] [--append-languages L]',
      'revoke ID',
    ],
    summary: 'Create, list, change and revoke API keys',
    about: 'A new key goes to standard output and is shown only once. Revoking a key also ends its sessions, for good.',
    words: [
      ['--name N', 'what the key is for'],
      ['--plan P', `${plans.join(' or ')}: decides how many requests per second the key may send`],
      ['--use app', 'for an app that brings its own key: reads that key from standard input'],
      ['--use plex', 'for a Plex media server: shows the two addresses of its metadata providers'],
      ['--limit N', 'requests per second, instead of the limit of the plan; 0 for no limit'],
      ['--dialect D', 'field names of replies: neutral (as in the specification) or common (as existing apps expect)'],
      [
        '--languages L',
        'languages for requests that name none, such as pt-BR,pt-PT,es: each text comes in the first one that has ' +
          'it; with change, none removes them',
      ],
      [
        '--append-languages L',
        'for apps that always name a language: a text that is not there in that language comes in the first of these ' +
          'that has it; with change, none removes them',
      ],
      newOption,
    ],
    examples: ["key create --name 'My app' --plan developer --dialect common", 'key list', 'key revoke 3'],
  },
  {
    create: { needs: ['name'], takes: ['plan', 'use', 'limit', ...chains], canBeFirst: true, run: create },
    list: { needs: [], run: ({ inCatalogue, io }) => inCatalogue((db) => list(db, io)) },
    change: { needs: [], takes: chains, words: ['ID'], run: change },
    revoke: { needs: [], words: ['ID'], run: revoke },
  },
)

async function create({ texts, io, config, isGiven, inCatalogue }: Given) {
  const { name = '', limit = '' } = texts
  const use = readUse(texts.use)
  const plan = readPlan(use, texts.plan)
  if (name.length > maxKeyNameLength || hiddenIn(name))
    throw new UsageError(`--name may have at most ${maxKeyNameLength} characters, none of them invisible.`)
  const limit_per_second = limit === '' ? null : readLimit(limit)
  const languages = readLanguages(texts, 'languages')
  const appended_languages = readLanguages(texts, 'append-languages')
  // Apps with a key of their own were made for other field names than those of the specification.
  const dialect = use === 'app' && !isGiven('dialect') ? 'common' : config.dialect
  const brought = use === 'app' ? { secret: await readKeyOfApp(io) } : {}
  const opens: KeyUse = use === 'plex' ? 'plex' : 'interface'
  const ofLanguages = { languages, appended_languages }
  const facts = { name, plan, use: opens, account_id: null, limit_per_second, dialect, ...ofLanguages, now: new Date() }
  const made = { ...facts, ...brought }
  const { id, secret } = await inCatalogue((db) =>
    db.transaction(async (tx) => {
      if (brought.secret !== undefined) await refuseTaken(tx, brought.secret, made.now)
      const key = await createKey(tx, made)
      await recordAct(tx, 'key_made', { by: null, now: made.now }, { key_id: key.id })
      return key
    }),
  )
  if (use === 'app')
    return void io.stderr.write(`Key ${id} created. Anyone who has the app can read its key and use it.\n`)
  // Only the key, or its addresses, go to standard output, so that a script can read them.
  const shown = use === 'plex' ? 'Its addresses are' : 'It is'
  io.stderr.write(`Key ${id} created. ${shown} shown only once:\n`)
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
  if (use === 'plex' && text !== '') throw new UsageError('--use plex takes no --plan.')
  if (use === undefined && text === '') throw new UsageError('--plan is missing.')
  const plan = plans.find((known) => known === (text || 'developer'))
  if (!plan) throw new UsageError(`--plan has to be ${plans.join(' or ')}, not ${JSON.stringify(text)}.`)
  return plan
}

async function readKeyOfApp(io: Io): Promise<string> {
  const value = (await readLine(io, 'key')).trim()
  if (isKeyOfApp(value)) return value
  throw new UsageError(
    'The key on standard input has to be 32 hex digits, or a bearer token of ' +
      `${leastTokenLength} to ${maxTokenLength} letters, digits and the characters -._~+/.`,
  )
}

async function refuseTaken(tx: Database, secret: string, now: Date) {
  const id = await freeDigest(tx, digestOf(secret), now)
  if (id !== undefined) throw new Error(`This is key ${id} already.`)
}

function readLimit(text: string): number {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (limit <= maxLimitPerSecond) return limit
  throw new UsageError(`--limit has to be a whole number from 0 to ${maxLimitPerSecond}, not ${JSON.stringify(text)}.`)
}

function readLanguages(texts: Given['texts'], option: (typeof chains)[number]): string {
  const text = texts[option] ?? ''
  const languages = readKeyLanguages(text)
  if (languages !== undefined) return languages
  throw new UsageError(
    `--${option} has to be at most ${maxLanguagesInChain} codes such as pt-BR,pt-PT,es, not ${JSON.stringify(text)}.`,
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
  'APPENDED',
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
    const rows = keys.map(({ id, name, plan, use, limit_per_second, dialect, last_four, created_at, ...more }) => {
      const stoppedAt = more.revoked_at ?? more.suspended_at ?? more.ends_at ?? ''
      const dialectText = dialect ?? 'at next start'
      return [
        String(id),
        name,
        use,
        use === 'plex' ? 'none' : plan,
        limitOf(limit_per_second, use),
        dialectText,
        more.languages || 'none',
        more.appended_languages || 'none',
        last_four,
        created_at,
        stoppedAt,
      ]
    })
    io.stdout.write(tableOf([titles, ...rows]))
    keys = keys.length < keyPageSize ? [] : await listKeys(db, keys.at(-1)!.id)
  } while (keys.length > 0)
}

async function change({ texts, io, inCatalogue }: Given) {
  const id = readId(texts.ID ?? '', 'ID')
  const [languages, appended_languages] = chains.map((option) => {
    if (texts[option] === '') return undefined
    return texts[option] === 'none' ? '' : readLanguages(texts, option)
  })
  if (languages === undefined && appended_languages === undefined)
    throw new UsageError(`${chains.map((option) => `--${option}`).join(' or ')} is missing.`)
  const change = {
    ...(languages !== undefined && { languages }),
    ...(appended_languages !== undefined && { appended_languages }),
  }
  const isChanged = await inCatalogue((db) => setLanguagesOfAnyKey(db, { id, ...change, now: new Date() }))
  if (!isChanged) throw new Error(`There is no key ${id}, or it has expired or was revoked.`)
  const told = [
    ...(languages === undefined ? [] : [`Requests that name no language get ${languages || 'English'}.`]),
    ...(appended_languages === undefined ? [] : [`After the languages of requests: ${appended_languages || 'none'}.`]),
  ]
  io.stdout.write(`Key ${id} changed. ${told.join(' ')}\n`)
}

async function revoke({ texts: { ID = '' }, io, inCatalogue }: Given) {
  const id = readId(ID, 'ID')
  if (!(await inCatalogue((db) => revokeKey(db, id, new Date())))) throw new Error(`There is no key ${id}.`)
  io.stdout.write(`Key ${id} and its sessions revoked.\n`)
}
