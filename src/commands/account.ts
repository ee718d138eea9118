import { accountFault, createAccount, findAccount } from '#src/accounts/accounts.ts'
import { profileLanguages } from '#src/accounts/profile.ts'
import { recordAct } from '#src/audit/acts.ts'
import { type Role, roles } from '#src/contract/access.ts'
import { isCommonPassword } from '#src/credentials/common-passwords.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import { accountFaults } from '#src/credentials/rules.ts'
import type { Database } from '#src/database/database.ts'
import { commandOf, type Given, newOption } from './actions.ts'
import { alternatives, UsageError } from './command.ts'
import { readNewPassword } from './read-password.ts'

export const account = commandOf(
  'create --username U [--name N] [--email E] [--role R] [--language L] [--new]',
  'Creates an account; reads its password from standard input, or asks for it twice on a terminal',
  [
    ['--username U', 'the name to sign in with'],
    ['--name N', 'the name that others see'],
    ['--email E', 'the e-mail address, which counts as verified'],
    ['--role R', `what the account may do: ${alternatives(roles)} (${roles[0]} by default)`],
    [
      '--language L',
      'the language of pages and titles, such as de; by default that of the browser, until the person chooses one',
    ],
    newOption,
  ],
  { create: { needs: ['username'], takes: ['name', 'email', 'role', 'language'], canBeFirst: true, run: create } },
)

async function create({
  texts: { username = '', name = '', email = '', role: given = '', language = '' },
  io,
  inCatalogue,
}: Given) {
  const words = { username, name, email }
  const role = given || 'member'
  if (!isRole(role)) throw new UsageError(`--role has to be ${alternatives(roles)}, not ${JSON.stringify(role)}.`)
  if (language !== '' && !profileLanguages.includes(language))
    throw new UsageError(`--language has to be a code of two letters such as de, not ${JSON.stringify(language)}.`)
  // Mistakes in the other arguments are reported before anybody types a password.
  const fault = accountFault({ ...words, password: undefined })
  if (fault) throw new UsageError(fault)
  const password = await readNewPassword(io)
  const passwordFault = accountFault({ ...words, password })
  if (passwordFault) throw new UsageError(passwordFault)
  if (await isCommonPassword(password, [username, email])) throw new UsageError(accountFaults.passwordCommon)
  const made = await inCatalogue(async (db) => {
    const now = new Date()
    const onMade = (tx: Database, account_id: number) =>
      recordAct(tx, 'account_made', { by: null, now }, { account_id, about: { role } })
    const account = await createAccount(db, openPasswords(1), { ...words, password, role, language, now, onMade })
    if (account) return account
    const isNameTaken = await findAccount(db, username)
    throw new Error(
      isNameTaken ? `The user name ${username} is taken.` : `The address ${email} belongs to another account.`,
    )
  })
  io.stdout.write(`Account ${made.id} was created. ${username} can sign in.\n`)
}

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)
