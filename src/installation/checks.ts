import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { examineCodes } from '#src/accounts/factors/codes.ts'
import { type Config, signUpsOf } from '#src/config.ts'
import { dialectNames } from '#src/contract/dialects.ts'
import { countRows } from '#src/database/count-rows.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { catalogueFile } from '#src/database/open.ts'
import { sql } from '#src/database/sql.ts'
import { obstacleAt } from '#src/database/sqlite/unwritable.ts'
import { isActive } from '#src/keys/active.ts'
import { sharedKeyName } from '#src/keys/keys-of-apps.ts'
import { checkMailServer, mailFolder } from '#src/mail/transport.ts'
import { examine } from '#src/media/doctor.ts'
import { openMedia } from '#src/media/media.ts'
import { openDrawings } from '#src/sample/drawings.ts'
import { hasAnyTitle, hasOwnTitles, hasSample } from '#src/sample/removal.ts'
import { indexState } from '#src/search/index-state.ts'
import { lastBackups } from '#src/upkeep/backups.ts'
import { type Finding, found } from './findings.ts'

/** How long a mail server may take for each step. */
const MAIL_MS = 5_000

const MEBIBYTE = 1_048_576
const GIBIBYTE = 1_024 * MEBIBYTE
/** From here on nobody wants to know a size in smaller units. */
const inGibibytes = 10 * GIBIBYTE

/** A size in whole units, as people read it. */
const sizeOf = (bytes: number, round: (value: number) => number): string =>
  bytes < inGibibytes ? `${round(bytes / MEBIBYTE)} MiB` : `${round(bytes / GIBIBYTE)} GiB`

export async function checkDisk({ data, imageFreeBytes, catalogueFreeBytes, database }: Config): Promise<Finding> {
  const obstacle = obstacleAt(join(data, catalogueFile))
  if (obstacle?.code === 'EROFS') return found('disk', 'wrong', 'disk_read_only', obstacle.place)
  if (obstacle) {
    const { place, code, user, owner } = obstacle
    return found('disk', 'wrong', 'disk_of_another', place, code, user, owner)
  }
  const { bavail, bsize } = await statfs(data)
  const [free, wanted] = [bavail * bsize, Math.max(imageFreeBytes, database === '' ? catalogueFreeBytes : 0)]
  const size = sizeOf(free, Math.floor)
  if (free >= wanted) return found('disk', 'well', 'disk_free', size, data)
  return found('disk', 'wrong', 'disk_full', size, data, sizeOf(wanted, Math.ceil))
}

/** The mail server is asked now, so that what is, and not what is set, is said. */
export async function checkMail(config: Config): Promise<Finding> {
  if (config.smtp === '') return found('mail', 'note', 'no_mail', mailFolder(config))
  const failure = await checkMailServer(config, MAIL_MS)
  return failure === undefined ? found('mail', 'well', 'mail_works') : found('mail', 'wrong', 'mail_fails', failure)
}

export function checkSignUps(config: Config): Finding {
  const who = signUpsOf(config)
  if (config.smtp === '' && who === 'open') return found('signups', 'note', 'signups_need_mail')
  if (config.smtp === '' && who === 'invitation') return found('signups', 'well', 'signups_unsent')
  return found('signups', 'well', `signups_${who}`)
}

/** Whether the secrets of one-time codes are encrypted, and can be read again. */
export async function checkCodes(db: Reader, { secretKey }: Config): Promise<Finding> {
  const { all, readable, lost } = await examineCodes(db, secretKey)
  if (lost > 0) return found('codes', 'wrong', 'codes_lost', String(lost))
  if (secretKey === '') return found('codes', 'note', 'codes_readable', String(all))
  if (readable > 0) return found('codes', 'note', 'codes_from_before', String(readable))
  return found('codes', 'well', 'codes_encrypted', String(all))
}

/** When the last backup was made, or how to make one: in a folder named after the day. */
export async function checkBackups(db: Reader, now: Date): Promise<Finding> {
  const [last] = await lastBackups(db)
  if (last) return found('backup', 'well', 'backup_made', last.at.slice(0, 10))
  return found('backup', 'info', 'backups', `../reelcommons-${now.toISOString().slice(0, 10)}`)
}

/** Whether the sample is there, and whether there is anything besides. */
export async function checkCatalogue(db: Reader, config: Config): Promise<Finding[]> {
  const engine = config.database === '' ? 'SQLite' : 'PostgreSQL'
  const [isSample, hasOwn] = [await hasSample(db), await hasOwnTitles(db)]
  return [
    isSample ? found('sample', 'note', 'sample') : found('sample', 'well', 'no_sample'),
    !(await hasAnyTitle(db))
      ? found('database', 'note', 'empty', engine)
      : hasOwn
        ? found('database', 'well', 'has_titles', engine)
        : found('database', 'note', 'has_sample_only', engine),
  ]
}

/** Whether searches find what there is. */
export async function checkSearch(db: Reader): Promise<Finding> {
  const state = await indexState(db)
  return found('search', state === 'complete' ? 'well' : 'note', `search_${state}`)
}

/** Reads every picture that is stored. */
export async function checkPictures(db: Database, config: Config, now: Date): Promise<Finding> {
  const media = openMedia({ db, config, onError: () => {}, drawings: openDrawings(db) })
  try {
    const { kept, findings } = await examine(db, media, now, { repairs: false, includesHidden: false })
    if (findings.length === 0) return found('pictures', 'well', 'pictures_well', String(kept))
    return found('pictures', 'wrong', 'pictures_ill', String(findings.length))
  } finally {
    await media.close()
  }
}

const countKeys = (db: Reader, now: Date, condition = sql`true`): Promise<number> =>
  countRows(db, sql`from api_key where suspended_at is null and ${isActive(now)} and ${condition}`)

/** Whether an app has used a key, and whether there is the key that apps share. */
export async function checkApps(db: Reader, { appHosts }: Config, now: Date): Promise<Finding[]> {
  const use =
    (await countKeys(db, now, sql`last_used_at is not null`)) > 0
      ? found('apps', 'well', 'app_asked')
      : found('apps', 'note', (await countKeys(db, now)) > 0 ? 'no_app_asked' : 'no_key')
  if (appHosts === '' || (await countKeys(db, now, sql`name = ${sharedKeyName}`)) > 0) return [use]
  return [use, found('apps', 'wrong', 'no_shared_key')]
}

/** Whether there are valid keys of both dialects. */
export const checkDialects = (db: Reader, now: Date): Promise<Finding[]> =>
  Promise.all(
    dialectNames.map(async (dialect) => {
      const count = await countKeys(db, now, sql`dialect = ${dialect}`)
      return count > 0
        ? found('keys', 'well', 'keys', dialect, String(count))
        : found('keys', 'note', `no_${dialect}_key`)
    }),
  )
