import { accountFault, createAccount, findAccount } from '#src/accounts/accounts.ts'
import { removeLostCodes } from '#src/accounts/factors/remove-lost.ts'
import { handPasswordLink, replacePassword } from '#src/accounts/household/passwords.ts'
import { profileLanguages } from '#src/accounts/profile.ts'
import { recordAct } from '#src/audit/acts.ts'
import { settingsNow } from '#src/background/stored-settings.ts'
import { siteAddress } from '#src/config.ts'
import { type Role, roles } from '#src/contract/access.ts'
import { isCommonPassword } from '#src/credentials/common-passwords.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import { accountFaults, passwordLengthFault } from '#src/credentials/rules.ts'
import type { Database } from '#src/database/database.ts'
import { handedHours } from '#src/mail/links.ts'
import { commandOf, type Given, newOption } from './actions.ts'
import { readNewPassword } from './asking.ts'
import { alternatives, type Io, UsageError } from './command.ts'

export const account = commandOf(
  {
    usage: [
      'create --username U [--name N] [--email E] [--role R] [--language L] [--new]',
      'password --username U [--reason T]',
      'password-link --username U [--reason T]',
      'remove-codes --username U [--reason T]',
    ],
    about:
      'create and password ask for a password twice on a terminal, and read it from standard input otherwise. ' +
      'password gives an account a new one, for whoever has forgotten theirs, and signs it out everywhere. ' +
      'password-link prints a link to hand over, with which a person chooses one. remove-codes removes the ' +
      'one-time codes and recovery codes of an account, so that its password is enough to sign in. Whoever signs in ' +
      'after one of these is shown what else opens the account.',
    words: [
      ['--username U', 'the name to sign in with'],
      ['--name N', 'the name that others see'],
      ['--email E', 'the e-mail address, which counts as verified'],
      ['--role R', `what the account may do: ${alternatives(roles)}; ${roles[0]} by default`],
      ['--language L', 'the language of pages and titles, such as de; that of the browser by default'],
      ['--reason T', 'why this is done, for the audit log'],
      newOption,
    ],
    examples: ['account create --username ada --role administrator', 'account password --username ada'],
  },
  {
    create: { needs: ['username'], takes: ['name', 'email', 'role', 'language'], canBeFirst: true, run: create },
    password: { needs: ['username'], takes: ['reason'], run: newPassword },
    'password-link': { needs: ['username'], takes: ['reason'], run: passwordLink },
    'remove-codes': { needs: ['username'], takes: ['reason'], run: removeCodes },
  },
)

async function create({
  texts: { username = '', name = '', email = '', role: given = '', language = '' },
  io,
  config,
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
  const password = await readGoodPassword(io, [username, email])
  const made = await inCatalogue(async (db) => {
    const now = new Date()
    const onMade = (tx: Database, account_id: number) =>
      recordAct(tx, 'account_made', { by: null, now }, { account_id, about: { role } })
    const { private: isPrivate } = await settingsNow(db, config)
    const details = { ...words, password, role, language, isPrivate, now, onMade }
    const account = await createAccount(db, openPasswords(1), details)
    if (account) return account
    const isNameTaken = await findAccount(db, username)
    throw new Error(
      isNameTaken ? `The user name ${username} is taken.` : `The address ${email} belongs to another account.`,
    )
  })
  io.stdout.write(`Account ${made.id} created. ${username} can sign in now.\n`)
}

/** Reads a password that is neither too short nor easy to guess. */
async function readGoodPassword(io: Io, personalWords: readonly string[]): Promise<string> {
  const password = await readNewPassword(io)
  const fault = passwordLengthFault(password)
  if (fault) throw new UsageError(accountFaults[fault])
  if (await isCommonPassword(password, personalWords)) throw new UsageError(accountFaults.passwordCommon)
  return password
}

/** For an administrator who has forgotten the password and has no e-mail address. */
async function newPassword({ texts: { username = '', reason = '' }, io, inCatalogue }: Given) {
  await inCatalogue(async (db) => {
    const found = await existing(db, username)
    const password = await readGoodPassword(io, [found.username, found.email])
    await replacePassword(db, openPasswords(1), { id: found.id, password, reason, now: new Date() })
  })
  io.stdout.write(`Password of ${username} replaced. All devices are signed out, and apps have lost their access.\n`)
}

async function passwordLink({ texts: { username = '', reason = '' }, io, config, inCatalogue }: Given) {
  const secret = await inCatalogue(async (db) => {
    const found = await existing(db, username)
    const made = await handPasswordLink(db, found.id, { by: null, reason, now: new Date() })
    if (typeof made === 'string') throw new Error(`The account ${username} is suspended. Restore it first.`)
    return made.secret
  })
  io.stderr.write(`It works once, within ${handedHours} hours, and earlier links have ended.\n`)
  io.stdout.write(`${siteAddress(config)}/password/reset/${secret}\n`)
}

async function existing(db: Database, username: string) {
  const found = await findAccount(db, username)
  if (!found) throw new Error(`There is no account ${JSON.stringify(username)}.`)
  return found
}

/** For who has lost phone and recovery codes: then the password is enough, which a link by mail replaces. */
async function removeCodes({ texts: { username = '', reason = '' }, io, inCatalogue }: Given) {
  await inCatalogue(async (db) => {
    const found = await existing(db, username)
    const isRemoved = await removeLostCodes(db, found, { by: null, reason, now: new Date() })
    if (!isRemoved) throw new Error(`The account ${username} has no one-time codes.`)
  })
  const next = 'The password is enough to sign in now. What else opens the account is shown then.'
  io.stdout.write(`One-time codes of ${username} removed. ${next}\n`)
}

const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)
