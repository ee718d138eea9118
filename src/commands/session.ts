import { findAccount } from '#src/accounts/accounts.ts'
import { createSession } from '#src/accounts/sessions.ts'
import { recordAct } from '#src/audit/acts.ts'
import { storeEvent } from '#src/audit/security-events.ts'
import { type Scope, scopes, scopesAmong, scopesOfSession } from '#src/contract/scopes.ts'
import { isKeyValid } from '#src/keys/keys.ts'
import { commandOf, type Given, readId } from './actions.ts'
import { UsageError } from './command.ts'

export const session = commandOf(
  {
    usage: ['create --username U --key-id ID [--scope S]'],
    about: 'Its id goes to standard output and is shown only once.',
    words: [
      ['--username U', 'the account'],
      ['--key-id ID', 'the key that the session belongs to; `key list` shows its id, and the first key has id 1'],
      [
        '--scope S',
        '`edit` lets the session edit the catalogue, `moderate` act in the role of the account; by default it only ' +
          'reads, rates and keeps lists',
      ],
    ],
    examples: ['session create --username ada --key-id 1'],
  },
  { create: { needs: ['username', 'key-id'], takes: ['scope'], run: create } },
)

/** What is asked for comes on top of what every session may do, as on the page of consent. */
function scopesWith(asked: string): Scope[] {
  const words = asked === '' ? [] : asked.split(',')
  const unknown = words.find((word) => !(scopes as readonly string[]).includes(word))
  if (unknown !== undefined)
    throw new UsageError(`--scope takes ${scopes.join(', ')}, separated by commas, not ${JSON.stringify(unknown)}.`)
  return scopesAmong([...scopesOfSession, ...words])
}

async function create({ texts: { username = '', 'key-id': keyId = '', scope = '' }, io, inCatalogue }: Given) {
  const chosen = scopesWith(scope)
  const key_id = readId(keyId, '--key-id')
  const session_id = await inCatalogue(async (db) => {
    const account = await findAccount(db, username)
    if (!account) throw new Error(`There is no account ${JSON.stringify(username)}.`)
    if (account.disabled_at !== null) throw new Error(`The account ${username} is suspended.`)
    const now = new Date()
    if (!(await isKeyValid(db, key_id, now)))
      throw new Error(`There is no key ${key_id}, or it has expired or was revoked.`)
    const account_id = account.id
    return db.transaction(async (tx) => {
      await recordAct(tx, 'session_made', { by: null, now }, { account_id, key_id })
      await storeEvent(tx, { what: 'session_made', account_id, key_id, now })
      return createSession(tx, { account_id, key_id, scopes: chosen, now })
    })
  })
  // Only the id goes to standard output, so that a script can read it.
  io.stderr.write('Session created. It is shown only once:\n')
  io.stdout.write(`${session_id}\n`)
}
