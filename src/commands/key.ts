import { dialectNames } from '#src/contract/dialects.ts'
import type { Database } from '#src/database/database.ts'
import { createKey, keyPageSize, listKeys, maxKeyNameLength, maxLimitPerSecond, revokeKey } from '#src/keys/keys.ts'
import { plans } from '#src/keys/plans.ts'
import { commandOf, type Given, newOption, readId } from './actions.ts'
import { type Io, UsageError } from './command.ts'
import { tableOf } from './table.ts'

export const key = commandOf(
  `create --name N --plan ${plans.join('|')} [--limit N] [--dialect ${dialectNames.join('|')}] [--new] | list | ` +
    'revoke ID',
  'Makes an API key and shows it once, lists the keys, or stops one and its sessions for good',
  [
    ['create', 'makes a key and writes it to standard output'],
    ['--name N', 'what the key is for'],
    ['--plan P', 'developer or professional: what its holder was given it as'],
    ['--limit N', 'requests per second instead of those of the plan; 0 is no limit'],
    ['--dialect D', 'field names as the specification says (neutral) or as existing apps expect (common)'],
    newOption,
    ['list', 'shows all keys by id and their last four digits, also those that were stopped'],
    ['revoke ID', 'stops the key with this id'],
  ],
  {
    create: { needs: ['name', 'plan'], takes: ['limit'], canBeFirst: true, run: create },
    list: { needs: [], run: ({ inCatalogue, io }) => inCatalogue((db) => list(db, io)) },
    revoke: { needs: [], words: ['ID'], run: revoke },
  },
)

async function create({ texts: { name = '', plan: planName = '', limit = '' }, io, config, inCatalogue }: Given) {
  const plan = plans.find((known) => known === planName)
  if (!plan) throw new UsageError(`--plan has to be ${plans.join(' or ')}, not ${JSON.stringify(planName)}.`)
  if (name.length > maxKeyNameLength || /\p{Cc}/u.test(name))
    throw new UsageError(`--name has at most ${maxKeyNameLength} characters, and no control characters.`)
  const limit_per_second = limit === '' ? null : readLimit(limit)
  const { dialect } = config
  const made = { name, plan, account_id: null, limit_per_second, dialect, now: new Date() }
  const { id, secret } = await inCatalogue((db) => createKey(db, made))
  // Only the key goes to standard output, so that a script can read it.
  io.stderr.write(`This is key ${id}. It is shown only this once:\n`)
  io.stdout.write(`${secret}\n`)
}

function readLimit(text: string): number {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (limit <= maxLimitPerSecond) return limit
  throw new UsageError(`--limit has to be a whole number from 0 to ${maxLimitPerSecond}, not ${JSON.stringify(text)}.`)
}

const titles = ['ID', 'NAME', 'PLAN', 'PER SECOND', 'DIALECT', 'LAST FOUR', 'CREATED', 'STOPPED']

/** The limit of a key in requests per second, where it differs from that of its plan. */
const limitOf = (limit: number | null): string => (limit === null ? 'plan' : limit === 0 ? 'no limit' : String(limit))

/** Page by page, so that any number of keys can be listed in little memory; each page has its own column widths. */
async function list(db: Database, io: Io) {
  let keys = await listKeys(db, 0)
  do {
    const rows = keys.map(({ id, name, plan, limit_per_second, dialect, last_four, created_at, ...stopped }) => {
      const stoppedAt = stopped.revoked_at ?? stopped.suspended_at ?? stopped.ends_at ?? ''
      const dialectText = dialect ?? 'at next start'
      return [String(id), name, plan, limitOf(limit_per_second), dialectText, last_four, created_at, stoppedAt]
    })
    io.stdout.write(tableOf([titles, ...rows]))
    keys = keys.length < keyPageSize ? [] : await listKeys(db, keys.at(-1)!.id)
  } while (keys.length > 0)
}

async function revoke({ texts: { ID = '' }, io, inCatalogue }: Given) {
  const id = readId(ID, 'ID')
  if (!(await inCatalogue((db) => revokeKey(db, id, new Date())))) throw new Error(`There is no key ${id}.`)
  io.stdout.write(`Key ${id} is revoked, and with it every session that was made with it.\n`)
}
