import { join } from 'node:path'
import { createAccount } from '#src/accounts/accounts.ts'
import { prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { scopes, scopesText } from '#src/contract/scopes.ts'
import { wordsOf } from '#src/contributions/lists/lists.ts'
import { digestOf } from '#src/credentials/secrets.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { findFiles, readFiles } from '#src/import/files/read-files.ts'
import { importInputs } from '#src/import/import.ts'
import { createKey } from '#src/keys/keys.ts'
import { packageRoot } from '#src/package-root.ts'
import { computeTrends } from '#src/popularity/trends.ts'
import { account, defaultNow, loadedAt, madeAt, secrets, storedPassword } from './fixed.ts'
import { followAll } from './follow-all.ts'

/** Problems of a fixture that are told. */
const MOST_TOLD = 20

/** The source of lines that name none. */
const fixtureSource = {
  ...{ id: 'fixture', name: 'Fixture', licence: 'CC0-1.0', url: '', rank: 300 },
  redistributable: true,
}

/** The catalogue of a server that is given no other. */
export const fixedCatalogue: string = join(packageRoot, 'docs', 'examples', 'test-catalogue.ndjson')

/** Lines that cannot be taken in, each with its place. */
export class FixtureError extends Error {
  override name = 'FixtureError'
}

/** Makes the tables, the account, its key, its token and its sessions; the catalogue is still empty. */
export async function prepareAccess(db: Migratable): Promise<void> {
  await migrate(db, join(packageRoot, 'migrations'))
  // The time of the migrations is in the name of the database, and so in positions of the change log.
  await db.run(sql`update migration set at = ${madeAt}`)
  await prepareCatalogue(db, new Date(madeAt))
  const now = new Date(madeAt)
  const passwords = { hash: async () => storedPassword, verify: async () => false }
  const { username, name, password } = account
  await createAccount(db, passwords, { username, name, password, email: '', now })
  await createKey(db, {
    ...{ name: 'tests', plan: 'developer', account_id: account.id, limit_per_second: 0 },
    ...{ secret: secrets.api_key, now },
  })
  await db.run(sql`
    insert into access_token (digest, last_four, account_id, key_id, name, scopes, created_at)
    values (${digestOf(secrets.token)}, ${secrets.token.slice(-4)}, ${account.id}, 1, 'tests', ${scopesText(scopes)},
      ${madeAt})`)
  await db.run(sql`
    insert into session (digest, account_id, key_id, scopes, created_at)
    values (${digestOf(secrets.session_id)}, ${account.id}, 1, ${scopesText(scopes)}, ${madeAt})`)
  await db.run(sql`
    insert into guest_session (digest, key_id, network, created_at, expires_at)
    values (${digestOf(secrets.guest_session_id)}, 1, 'tests', ${madeAt}, ${madeAt})`)
}

/** Takes in catalogue lines. Whatever is wrong with one is an error: a test would look for its reason elsewhere. */
export async function loadLines(
  db: Database,
  paths: readonly string[],
  { isFixture }: { isFixture: boolean },
): Promise<void> {
  const problems: string[] = []
  const tell = (file: string, line: number, sentence: string) =>
    void problems.push(`${file}${line === 0 ? '' : `:${line}`}: ${sentence}`)
  const files = await findFiles(paths, process.stdin).catch((error: Error) => {
    throw new FixtureError(`The fixture cannot be read: ${error.message}`)
  })
  const { ignored } = await importInputs(
    db,
    readFiles(files, () => {}),
    {
      now: () => new Date(loadedAt),
      ...(isFixture && { source: fixtureSource }),
      onRefused: ({ file, line, field, reason }) => tell(file, line, `${field || 'the line'} ${reason}.`),
      onUnresolved: ({ file, line, field, target, id }) =>
        tell(file, line, `${field} refers to the ${target} ${id}, which does not exist.`),
    },
  )
  for (const name of Object.keys(ignored)) problems.push(`No kind of record has the field ${name}.`)
  if (problems.length === 0) return
  const told = problems.slice(0, MOST_TOLD)
  if (problems.length > told.length) told.push(`… and ${problems.length - told.length} more.`)
  throw new FixtureError(`The fixture has lines that cannot be taken in:\n${told.join('\n')}`)
}

/** What follows from the catalogue, as far as requests see it. */
export async function derive(db: Database): Promise<void> {
  await followAll(db, () => new Date(loadedAt))
  await computeTrends(db, new Date(defaultNow))
}

/** What the account keeps of the fixed catalogue, and what the guest has rated. */
export async function loadKept(db: Database): Promise<void> {
  const at = loadedAt
  await db.run(sql`
    insert into watchlist (account_id, kind, entity_id, created_at)
    values (1, 'movie', 502, ${at}), (1, 'series', 601, ${at})`)
  await db.run(sql`
    insert into favorite (account_id, kind, entity_id, created_at)
    values (1, 'movie', 501, ${at}), (1, 'series', 601, ${at})`)
  await db.run(sql`
    insert into rating (account_id, kind, entity_id, value, created_at, updated_at, is_counted)
    values (1, 'movie', 501, 8.5, ${at}, ${at}, false), (1, 'series', 601, 9, ${at}, ${at}, false),
      (1, 'episode', 60121, 7, ${at}, ${at}, false)`)
  await db.run(sql`
    insert into guest_rating (guest_id, kind, entity_id, value, created_at, updated_at, is_counted)
    values (1, 'movie', 501, 6, ${at}, ${at}, false)`)
  const name = 'Lamps and tides'
  await db.run(sql`
    insert into user_list (id, account_id, name, description, iso_639_1, visibility, sort_by, created_at, updated_at)
    values (1, 1, ${name}, 'What glows, and what comes back.', 'en', 'public', 'position.asc', ${at}, ${at})`)
  await db.run(sql`
    insert into list_item (list_id, kind, entity_id, position, created_at)
    values (1, 'movie', 501, 0, ${at}), (1, 'series', 601, 1, ${at})`)
  for (const word of wordsOf(name)) await db.run(sql`insert into list_word (word, list_id) values (${word}, 1)`)
  await db.run(sql`update user_list_number set last = 1`)
}
