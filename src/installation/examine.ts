import type { Config } from '#src/config.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { checkServer } from './ask-server.ts'
import {
  checkApps,
  checkBackups,
  checkCatalogue,
  checkCodes,
  checkDialects,
  checkDisk,
  checkMail,
  checkPictures,
  checkSearch,
  checkSignUps,
} from './checks.ts'
import type { Area, Finding } from './findings.ts'
import { checkAddress, checkCertificates, checkSite } from './reach.ts'

/** The points of *Setup*, in their order, and what is looked at for each. */
export const points = {
  address: ['address', 'site', 'certificate'],
  mail: ['mail'],
  signUps: ['signups'],
  sample: ['sample'],
  fill: ['database'],
  connect: ['apps'],
  storage: ['disk', 'codes'],
  backups: ['backup'],
} as const satisfies Record<string, readonly Area[]>

export type Point = keyof typeof points

/** What *Setup* shows: everything that is quick, from within the server. */
export async function examineQuickly(db: Reader, config: Config, now: Date): Promise<Finding[]> {
  const found = await Promise.all([
    checkAddress(config),
    checkSite(config),
    checkCertificates(config, now),
    checkDisk(config),
    checkMail(config),
    checkSignUps(config),
    checkCatalogue(db, config),
    checkApps(db, config, now),
    checkCodes(db, config),
    checkBackups(db, now),
  ])
  return found.flat()
}

/** What the command `doctor` shows: whether the server answers, and what takes long, besides. */
export async function examineAll(db: Database, config: Config, now: Date): Promise<Finding[]> {
  const quick = await examineQuickly(db, config, now)
  return [
    ...quick,
    ...(await checkServer(config)),
    await checkSearch(db),
    await checkPictures(db, config, now),
    ...(await checkDialects(db, now)),
  ]
}
