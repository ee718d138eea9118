import { join } from 'node:path'
import { createAccount } from '#src/accounts/accounts.ts'
import { applyEdit, prepareCatalogue } from '#src/catalogue/edits/apply-edit.ts'
import { openPasswords } from '#src/credentials/passwords.ts'
import type { Database } from '#src/database/database.ts'
import type { Migratable } from '#src/database/migratable.ts'
import { migrate } from '#src/database/migrate.ts'
import { sql } from '#src/database/sql.ts'
import { packageRoot } from '#src/package-root.ts'
import { illustrateSample } from '#src/sample/illustrate.ts'
import { loadSample } from '#src/sample/sample.ts'
import { updateNameIndex } from '#src/search/name-index.ts'
import { openSite, type Site } from '../support/pages/site.ts'
import { addOwn, addShown, owner } from '../support/world/own.ts'
import { loadWorld, password, testDay } from '../support/world.ts'

/** The catalogues that pages are looked at over. In each of them the owner of the world is an administrator. */
export const catalogues = {
  /** Everything that an account can have, so that no page is empty. */
  world: () =>
    openSite({
      load: loadWorld,
      async fill(db) {
        await addShown(db)
        await addOwn(db)
        await db.run(sql`update account set role = 'administrator', iso_639_1 = '' where username = ${owner.username}`)
      },
    }),
  /** Real films and series with drawn pictures. */
  sample: () =>
    openSite({
      async load(db) {
        await begin(db)
        await loadSample(db, new Date())
        await illustrateSample(db, () => new Date())
        await updateNameIndex(db)
      },
      clock: () => new Date(),
    }),
  empty: () => openSite({ load: begin }),
  single: () => openSite({ load: begin, fill: addOne }),
} satisfies Record<string, () => Promise<Site>>

export type CatalogueName = keyof typeof catalogues

/** A catalogue without records, and its administrator. */
async function begin(db: Migratable) {
  await migrate(db, join(packageRoot, 'migrations'))
  await prepareCatalogue(db)
  const account = { username: owner.username, name: '', email: 'ada@people.example', password }
  await createAccount(db, openPasswords(1), { ...account, role: 'administrator', now: new Date(testDay) })
}

/** The one record has the number that the walk over pages asks for first, and only a title. */
async function addOne(db: Database) {
  const values = { title: 'The Only One', original_title: 'The Only One' }
  await applyEdit(db, { account_id: null, at: new Date(testDay), records: [{ kind: 'movie', id: 502, values }] })
  await updateNameIndex(db)
}
