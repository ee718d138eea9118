import { accountFault, createAccount, findAccount } from '#src/accounts/accounts.ts'
import { removeLostCodes } from '#src/accounts/factors/remove-lost.ts'
import { profileLanguages } from '#src/accounts/profile.ts'
import { recordAct } from '#src/audit/acts.ts'
import { type Role, roles } from '#src/contract/access.ts'
import { isCommonPassword } from '#src/credentials/common-passwords.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import { accountFaults } from '#src/credentials/rules.ts'
import type { Database } from '#src/database/database.ts'
import { commandOf, type Given, newOption } from './actions.ts'
import { readNewPassword } from './asking.ts'
import { alternatives, UsageError } from './command.ts'

export const account = commandOf(
  {
    usage: [
      'create --username U [--name N] [--email E] [--role R] [--language L] [--new]',
      'remove-codes --username U [--reason T]',
    ],
    about:
      'create asks for a password twice on a terminal, and reads it from standard input otherwise. remove-codes ' +
      'removes the one-time codes and recovery codes of an account, so that its password is enough to sign in. ' +
      'Whoever does is shown what else opens the account.',
    words: [
      ['--username U', 'the name to sign in with'],
      ['--name N', 'the name that others see'],
      ['--email E', 'the e-mail address, which counts as verified'],
      ['--role R', `what the account may do: ${alternatives(roles)}; ${roles[0]} by default`],
      ['--language L', 'the language of pages and titles, such as de; that of the browser by default'],
      ['--reason T', 'why the codes are removed, for the audit log'],
      newOption,
    ],
    examples: ['account create --username ada --role administrator'],
  },
  {
    create: { needs: ['username'], takes: ['name', 'email', 'role', 'language'], canBeFirst: true, run: create },
    'remove-codes': { needs: ['username'], takes: ['reason'], run: removeCodes },
  },
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
    throw new UsageError(`--language has to be a code such as de, not ${JSON.stringify(language)}.`)
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
  io.stdout.write(`Account ${made.id} created. ${username} can sign in now.\n`)
}

/** For who has lost phone and recovery codes: then the password is enough, which a link by mail replaces. */
async function removeCodes({ texts: { username = '', reason = '' }, io, inCatalogue }: Given) {
  await inCatalogue(async (db) => {
    const found = await findAccount(db, username)
    if (!found) throw new Error(`There is no account ${JSON.stringify(username)}.`)
    const isRemoved = await removeLostCodes(db, found, { by: null, reason, now: new Date() })
    if (!isRemoved) throw new Error(`The account ${username} has no one-time codes.`)
  })
  const next = 'The password is enough to sign in now. What else opens the account is shown then.'
  io.stdout.write(`One-time codes of ${username} removed. ${next}\n`)
}

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)
