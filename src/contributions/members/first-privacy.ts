import type { Database } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'

/**
 * What others see of those who have not chosen it: on a private server all that a profile has, on an open one nothing.
 * What somebody chose while the server was private was for its members: once it is open, nobody else sees that. To be
 * called where a server is, or becomes, one or the other, before it answers.
 */
export async function fitPrivacy(tx: Database, isPrivate: boolean): Promise<void> {
  const changed = isPrivate
    ? await tx.run(sql`
        update account set has_public_profile = true, shows_ratings = true, shows_diary = true
        where privacy_chosen_for is null and not has_public_profile and source_id is null and deleted_at is null`)
    : await tx.run(sql`
        update account set has_public_profile = false, shows_ratings = false, shows_diary = false,
          privacy_chosen_for = null
        where has_public_profile and coalesce(privacy_chosen_for, 'members') = 'members'
          and source_id is null and deleted_at is null`)
  if (changed > 0) await revise(tx, 'authors')
}
