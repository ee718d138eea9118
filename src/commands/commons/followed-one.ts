import { openExistingCatalogue } from '#src/catalogue/open-catalogue.ts'
import { type Following, listFollowings } from '#src/commons/following/followings.ts'
import { fingerprintOf } from '#src/commons/format/signatures.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'

/** Does something with the followed catalogue of a name, an address, or the beginning of a fingerprint. */
export async function withOne<Result>(
  { config, named }: { config: Config; named: string },
  work: (db: Database, following: Following) => Promise<Result>,
): Promise<Result> {
  const db = await openExistingCatalogue(config)
  try {
    const digits = named.toLowerCase().replace(/[\s:-]/g, '')
    const all = await listFollowings(db)
    const [found, other] = all.filter(
      ({ id, address, name }) => id.startsWith(digits) || address === named || name === named,
    )
    if (!found || other)
      throw new Error(
        all.length === 0
          ? 'No catalogue is followed.'
          : `${found ? 'Several followed catalogues are' : 'No followed catalogue is'} called ` +
              `${JSON.stringify(named)}: ` +
              `${all.map(({ id, name }) => `${fingerprintOf(id)} is ${name}`).join(', ')}.`,
      )
    return await work(db, found)
  } finally {
    await db.close()
  }
}
