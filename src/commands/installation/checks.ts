import { statfs } from 'node:fs/promises'
import { Type } from 'typebox'
import { examineCodes } from '#src/accounts/factors/codes.ts'
import { daysLeft } from '#src/certificates/read.ts'
import { type Config, siteAddress } from '#src/config.ts'
import { certificateObstacles, isOnlyHere, type Obstacle, siteObstacle } from '#src/connect/obstacles.ts'
import { dialectNames } from '#src/contract/dialects.ts'
import type { Database } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'
import { endSentence } from '#src/http/hosts/watch-certificates.ts'
import { sharedKeyName } from '#src/keys/keys-of-apps.ts'
import { checkMailServer, isLoopback } from '#src/mail/transport.ts'
import { examine } from '#src/media/doctor.ts'
import { openMedia } from '#src/media/media.ts'
import { openDrawings } from '#src/sample/drawings.ts'

/** What was looked at: well, worth knowing, or wrong; with what to do. */
export type Check = { what: string; state: 'well' | 'note' | 'wrong'; says: string; remedy?: string }

/** How long a server may take to answer. */
const ANSWER_MS = 5_000

const well = (what: string, says: string): Check => ({ what, state: 'well', says })
const note = (what: string, says: string, remedy: string): Check => ({ what, state: 'note', says, remedy })
const wrong = (what: string, says: string, remedy: string): Check => ({ what, state: 'wrong', says, remedy })

export function checkAddress(config: Config): Check {
  const place = `${config.host} port ${config.port}`
  if (!isLoopback(config.host)) return well('address', `The server listens on ${place}, which other devices can reach.`)
  const remedy = 'Set `host` to 0.0.0.0, or put a proxy in front and name it with `proxies`.'
  return isOnlyHere(config)
    ? note('address', `The server listens on ${place}, which only this machine can reach.`, remedy)
    : well('address', `The server listens on ${place}, behind a proxy.`)
}

/** Whether a server answers at the address of the settings. */
export async function checkServer(config: Config): Promise<Check> {
  const address = siteAddress({ ...config, site: '' })
  // Its certificate is checked apart, and may not name the address.
  if (config.tlsCertificate !== '')
    return note('server', `${address} was not tried.`, `Open ${address}/healthz in a browser.`)
  try {
    const { ok, status } = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) })
    if (ok) return well('server', `A server answers at ${address}.`)
    return wrong('server', `The server at ${address} answers with status ${status}.`, 'Look into its log.')
  } catch {
    return note('server', `No server answers at ${address}.`, 'Start it with `reelcommons serve` and these settings.')
  }
}

export function checkSite(config: Config): Check {
  const { site } = config
  const obstacle = siteObstacle(config)
  if (obstacle?.is === 'site_unset')
    return note('site', '`site` is not set.', 'Set it to the address that people open: links in e-mails begin with it.')
  if (obstacle)
    return wrong('site', `\`site\` is ${site}, but the server speaks https.`, 'Set `site` to an https address.')
  if (site === '') return well('site', '`site` is not set, so replies name the host that was asked.')
  return well('site', `Replies and e-mails link to ${site}.`)
}

export function checkCertificates(config: Config, now: Date): Check[] {
  const { certificates, obstacles } = certificateObstacles(config, now)
  const faults = obstacles.map((each) => certificateFault(each, now))
  if (config.tlsCertificate === '') return faults.length > 0 ? faults : [well(what, 'The server itself speaks http.')]
  const ending = obstacles.map((each) => each.is === 'certificate_ends' && each.certificate)
  const valid = certificates
    .filter((each) => !ending.includes(each))
    .map(
      ({ file, names, leaf }) => `${file} is for ${names.join(', ')} and valid for ${daysLeft(leaf, now)} more days.`,
    )
  return [...valid.map((says) => well(what, says)), ...faults]
}

const what = 'certificate'

function certificateFault(obstacle: Obstacle, now: Date): Check {
  if (obstacle.is === 'certificate_ends')
    return wrong(what, endSentence(obstacle.certificate, now), 'The server picks up the new one by itself.')
  if (obstacle.is === 'not_named') {
    const remedy = 'Make one that is: run `reelcommons certificate` with all of your host names.'
    return wrong(what, `No certificate is for ${obstacle.name}.`, remedy)
  }
  if (obstacle.is === 'certificate_unreadable')
    return wrong(what, obstacle.why, 'Correct `tlsCertificate` and `tlsKey`, or the permissions of these files.')
  const says = 'The server speaks http, but apps use https for the names in `appHosts`.'
  return note(what, says, 'Make a certificate with `reelcommons certificate`, or put a proxy with one in front.')
}

export async function checkDisk({ data, imageFreeBytes, catalogueFreeBytes, database }: Config): Promise<Check> {
  const { bavail, bsize } = await statfs(data)
  const [free, wanted] = [bavail * bsize, Math.max(imageFreeBytes, database === '' ? catalogueFreeBytes : 0)]
  const says = `${Math.floor(free / 1_048_576)} MiB are free on the disk of ${data}.`
  if (free >= wanted) return well('disk', says)
  const remedy = `Make room: below ${Math.ceil(wanted / 1_048_576)} MiB, new pictures or all writes are refused.`
  return wrong('disk', says, remedy)
}

export async function checkMail(config: Config): Promise<Check> {
  if (config.smtp === '')
    return note('mail', 'E-mails are not sent, but written to the data folder.', 'Set `smtp` to a mail server.')
  const failure = await checkMailServer(config)
  if (failure === undefined) return well('mail', 'The mail server answers.')
  return wrong('mail', `The mail server does not accept e-mails: ${failure}`, 'Correct `smtp`.')
}

const makeSecretKey = 'Set `secretKey` to a random text, such as `openssl rand -hex 32` makes, and keep it.'

/** Whether the secrets of one-time codes are encrypted, and can be read again. */
export async function checkCodes(db: Database, { secretKey }: Config): Promise<Check> {
  const { all, readable, lost } = await examineCodes(db, secretKey)
  if (lost > 0) {
    const says = `Accounts whose one-time codes cannot be checked, because \`secretKey\` is another one: ${lost}.`
    return wrong('codes', says, 'Give `secretKey` its value from before, or run `reelcommons account remove-codes`.')
  }
  if (secretKey === '') {
    const says = '`secretKey` is not set: secrets of one-time codes stand readable in the database and its backups.'
    return note('codes', `${says} Accounts that have codes: ${all}.`, makeSecretKey)
  }
  if (readable === 0)
    return well('codes', `The secrets of one-time codes are encrypted. Accounts that have them: ${all}.`)
  const says = `Secrets of one-time codes from before \`secretKey\`, which are still readable: ${readable}.`
  return note('codes', says, 'Each one is encrypted when its owner signs in next.')
}

const Count = Type.Object({ count: Type.Integer() })

export async function checkDatabase(db: Database, config: Config): Promise<Check> {
  const found = await db.one(Count, sql`select count(*) as count from (select id from movie limit 1) any_movie`)
  const says = `The catalogue can be read (${config.database === '' ? 'SQLite' : 'PostgreSQL'}).`
  if (found!.count > 0) return well('database', says)
  return note('database', `${says} It has no movies.`, 'Fill it with `reelcommons import`.')
}

export async function checkPictures(db: Database, config: Config, now: Date): Promise<Check> {
  const media = openMedia({ db, config, onError: () => {}, drawings: openDrawings(db) })
  try {
    const { kept, findings } = await examine(db, media, now, { repairs: false, includesHidden: false })
    if (findings.length === 0) return well('pictures', `${kept} pictures are stored, and none is missing or damaged.`)
    const says = `${findings.length} pictures are missing, damaged or not used.`
    return wrong('pictures', says, '`reelcommons doctor images` names them.')
  } finally {
    media.close()
  }
}

/** Whether there are valid keys of both dialects, and the one that apps share. */
export async function checkKeys(db: Database, { appHosts }: Config, now: Date): Promise<Check[]> {
  const isValid = sql`
    revoked_at is null and suspended_at is null and (ends_at is null or ends_at > ${now.toISOString()})`
  const counts = await Promise.all(
    dialectNames.map(async (dialect) => {
      const query = sql`select count(*) as count from api_key where dialect = ${dialect} and ${isValid}`
      return { dialect, count: (await db.one(Count, query))!.count }
    }),
  )
  const use = { neutral: 'programs that follow the specification', common: 'existing apps' }
  const keys = counts.map(({ dialect, count }) => {
    if (count > 0) return well('keys', `Valid keys of the dialect ${dialect}: ${count}.`)
    const remedy = `For ${use[dialect]}: \`reelcommons key create --name N --plan developer --dialect ${dialect}\`.`
    return note('keys', `There is no valid key of the dialect ${dialect}.`, remedy)
  })
  if (appHosts === '') return keys
  const shared = await db.one(
    Count,
    sql`select count(*) as count from api_key where name = ${sharedKeyName} and ${isValid}`,
  )
  if (shared!.count > 0) return keys
  return [...keys, wrong('keys', 'Apps of `appHosts` have no key to share.', 'Restart the server with `appHosts`.')]
}
