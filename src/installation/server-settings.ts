import { type Actor, recordAct } from '#src/audit/acts.ts'
import { dropKnownSettings } from '#src/background/stored-settings.ts'
import { allSources } from '#src/catalogue/sources.ts'
import { beginPublishing } from '#src/commons/publishing/publication.ts'
import { type ChangeableName, type Config, readSetting } from '#src/config.ts'
import { requireAdministrator } from '#src/contract/access.ts'
import { write } from '#src/contract/write.ts'
import { fitPrivacy } from '#src/contributions/members/first-privacy.ts'
import type { Database, Reader } from '#src/database/database.ts'
import { revise } from '#src/database/revisions.ts'
import { sql } from '#src/database/sql.ts'

/** Settings as they stand on the command line. */
export type Said = Partial<Record<ChangeableName, string>>

/** Why a setting stays as it is. */
export type SettingFault = 'invalid' | 'private_sources'

/** What is wrong with settings, by name. Those that are given are nobody's to change, and are left as they are. */
export async function settingFaults(
  db: Reader,
  config: Config,
  said: Said,
): Promise<Partial<Record<ChangeableName, SettingFault>>> {
  const faults: Partial<Record<ChangeableName, SettingFault>> = {}
  for (const [name, text] of Object.entries(said) as [ChangeableName, string][])
    if (readSetting(name, text) === undefined || (name === 'siteName' && text.trim() === '')) faults[name] = 'invalid'
  if (said.private === 'false' && !config.given.includes('private'))
    if ((await allSources(db)).some(({ private_only }) => private_only)) faults.private = 'private_sources'
  return faults
}

/** Stores settings without faults, and records an act for each that is not as before. */
export async function storeSettings(tx: Database, config: Config, said: Said, actor: Actor): Promise<void> {
  const changed = (Object.entries(said) as [ChangeableName, string][]).filter(
    ([name, text]) => !config.given.includes(name) && text !== String(config[name]),
  )
  for (const [name, value] of changed) {
    await tx.run(sql`
      insert into server_setting (name, value) values (${name}, ${value})
      on conflict (name) do update set value = excluded.value`)
    await recordAct(tx, 'setting_changed', actor, { about: { setting: name, value } })
    if (name === 'private') await fitPrivacy(tx, value === 'true')
    // Who publishes, and whether anything may be, is not looked at again before a day has passed.
    const isTold = name === 'siteName' || name === 'private'
    if (isTold && config.publish) await beginPublishing(tx, true, actor.now)
  }
  await revise(tx, 'settings')
}

/** Changes settings of the server; the faults, if any. */
export const changeSettings = write([], async ({ db, now, account, settings }, said: Said) => {
  requireAdministrator(account)
  const faults = await settingFaults(db, settings, said)
  if (Object.keys(faults).length > 0) return faults
  await db.transaction((tx) => storeSettings(tx, settings, said, { by: account.id, now }))
  dropKnownSettings()
  return undefined
})
