import { accountFault, createAccount } from '#src/accounts/accounts.ts'
import { openPasswords } from '#src/accounts/passwords.ts'
import { commandOf, type Given } from './actions.ts'
import { UsageError } from './command.ts'
import { readNewPassword } from './read-password.ts'

export const account = commandOf(
  'create --username U [--name N] [--email E]',
  'Makes an account; its password is read from standard input, or asked for twice on a terminal',
  [
    ['--username U', 'the name to sign in with'],
    ['--name N', 'the name that others see'],
    ['--email E', 'the address; it counts as verified'],
  ],
  { create: { needs: ['username'], takes: ['name', 'email'], makesCatalogue: true, run: create } },
)

async function create({ texts: { username = '', name = '', email = '' }, io, inCatalogue }: Given) {
  const words = { username, name, email }
  // What is wrong with the other words is said before anybody types a password.
  const fault = accountFault({ ...words, password: undefined })
  if (fault) throw new UsageError(fault)
  const password = await readNewPassword(io)
  const passwordFault = accountFault({ ...words, password })
  if (passwordFault) throw new UsageError(passwordFault)
  const made = await inCatalogue((db) => createAccount(db, openPasswords(1), { ...words, password, now: new Date() }))
  if (!made) throw new Error(`The user name ${username} is taken.`)
  io.stdout.write(`Account ${made.id} is made. ${username} can sign in.\n`)
}
