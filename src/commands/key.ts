import { createKey, keyPageSize, listKeys, maxKeyNameLength, plans, revokeKey } from '#src/accounts/keys.ts'
import type { Database } from '#src/database/database.ts'
import { commandOf, type Given, readId } from './actions.ts'
import { type Io, UsageError } from './command.ts'
import { tableOf } from './table.ts'

export const key = commandOf(
  `create --name N --plan ${plans.join('|')} | list | revoke ID`,
  'Makes an API key and shows it once, lists the keys, or stops one and its sessions for good',
  [
    ['create', 'makes a key and writes it to standard output'],
    ['--name N', 'what the key is for'],
    ['--plan P', 'developer or professional: what its holder was given it as'],
    ['list', 'shows all keys by id and their last four digits, also those that were stopped'],
    ['revoke ID', 'stops the key with this id'],
  ],
  {
    create: { needs: ['name', 'plan'], makesCatalogue: true, run: create },
    list: { needs: [], run: ({ inCatalogue, io }) => inCatalogue((db) => list(db, io)) },
    revoke: { needs: [], words: ['ID'], run: revoke },
  },
)

async function create({ texts: { name = '', plan: planName = '' }, io, inCatalogue }: Given) {
  const plan = plans.find((known) => known === planName)
  if (!plan) throw new UsageError(`--plan has to be ${plans.join(' or ')}, not ${JSON.stringify(planName)}.`)
  if (name.length > maxKeyNameLength || /\p{Cc}/u.test(name))
    throw new UsageError(`--name has at most ${maxKeyNameLength} characters, and no control characters.`)
  const { id, secret } = await inCatalogue((db) => createKey(db, { name, plan, account_id: null, now: new Date() }))
  // The key stands alone on standard output, so that a script can take it.
  io.stderr.write(`This is key ${id}. It is shown only this once:\n`)
  io.stdout.write(`${secret}\n`)
}

const titles = ['ID', 'NAME', 'PLAN', 'LAST FOUR', 'CREATED', 'REVOKED']

/** Page by page, so that any number of keys is listed in little memory; each page has its columns. */
async function list(db: Database, io: Io) {
  let keys = await listKeys(db, 0)
  do {
    const rows = keys.map(({ id, name, plan, last_four, created_at, revoked_at }) => {
      return [String(id), name, plan, last_four, created_at, revoked_at ?? '']
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
