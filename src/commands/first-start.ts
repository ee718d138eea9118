import { recordAct } from '#src/audit/acts.ts'
import type { Config } from '#src/config.ts'
import { isOnlyHere } from '#src/connect/obstacles.ts'
import type { Database } from '#src/database/database.ts'
import { buildIndexes } from '#src/database/indexes-aside.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { sql } from '#src/database/sql.ts'
import { Id } from '#src/database/table.ts'
import { newSetUpCode } from '#src/installation/set-up-code.ts'
import { createKey, firstKeyName, hasKey } from '#src/keys/keys.ts'
import { settings } from '#src/settings.ts'

/** What a server makes and says when it starts for the first time. */

/** A new installation starts with a key without limits for whoever set it up; it is shown once. */
export async function makeFirstKey(db: Migratable, { dialect }: Config): Promise<string | undefined> {
  if (await hasKey(db)) return undefined
  const development = { name: firstKeyName, plan: 'developer', account_id: null, limit_per_second: 0 } as const
  const now = new Date()
  const secret = await db.transaction(async (tx) => {
    const { id, secret } = await createKey(tx, { ...development, dialect, now })
    await recordAct(tx, 'key_made', { by: null, now }, { key_id: id })
    return secret
  })
  // From now on no import sets any aside; one may have done so since this server opened the catalogue.
  await buildIndexes(db)
  return secret
}

/** Where the server is set up, and the code for whoever does so from another machine; nothing once it is. */
export async function howToSetUp(db: Database, config: Config, site: string): Promise<string> {
  const code = await newSetUpCode(db, new Date())
  if (code === undefined) return ''
  const [place, asks] = isOnlyHere(config) ? [', on this machine', 'On another device, the page'] : ['', 'The page']
  return `Set up this server in a browser${place}:  ${site}/setup
${asks} asks for this code, which is valid for a day:  ${code}

`
}

/** The key of the first start, a request that has something to show, and how to make a key of the other dialect. */
export async function welcome(db: Database, config: Config, site: string, secret: string): Promise<string> {
  const movie = await db.one(Id, sql`select id from movie order by id limit 1`)
  const path = movie ? `movie/${movie.id}` : 'configuration/languages'
  return `Your API key, shown only once: ${secret}
Try it:

  curl '${site}/3/${path}?api_key=${secret}'

${otherKey(config)}

`
}

/** How to make a key of the other dialect. */
function otherKey({ dialect, database, data }: Config): string {
  const [sentence, other] =
    dialect === 'neutral'
      ? ['Existing apps expect other field names. Give each of them a key of its own:', 'common']
      : ['This key is for existing apps. For a key with the field names of the specification:', 'neutral']
  // The address of a database may contain a password, which is not printed.
  const where = database !== '' ? ' --database URL' : data === settings.data.default ? '' : ` --data '${data}'`
  return `${sentence}\n\n  npx reelcommons key create --name 'My app' --plan developer --dialect ${other}${where}`
}
