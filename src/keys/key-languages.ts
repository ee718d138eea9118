import { recordAct } from '#src/audit/acts.ts'
import { type Language, languagesOf, localeTag, parseLanguage } from '#src/contract/languages.ts'
import type { Standards } from '#src/contract/parameters.ts'
import { write } from '#src/contract/write.ts'
import type { Database } from '#src/database/database.ts'
import { remember } from '#src/database/remember.ts'
import { sql } from '#src/database/sql.ts'
import { isActive } from './active.ts'
import { withReplaced } from './keys.ts'
import { announceKeyChange, dropKnownKeys } from './known-keys.ts'

/** Chains of languages of keys that are remembered. */
const CHAINS = 1_000

/** The languages of a key as they are stored, from what somebody typed: '' for none; undefined if one is unknown. */
export function readKeyLanguages(text: string): string | undefined {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '')
  if (words.length === 0) return ''
  const language = parseLanguage(words.join(','))
  return language && languagesOf(language).map(localeTag).join(',')
}

/** What stands for parameters that the requests of a key leave out; undefined if the key says nothing about it. */
export const standardsOf = ({ languages }: { languages: string }): Standards | undefined =>
  languages === '' ? undefined : rememberedStandards(languages)

/** The languages of a key are a chain, even if there is only one: it ends with the original language. */
const rememberedStandards = remember(CHAINS, (languages): Standards => {
  const language = parseLanguage(languages) as Language
  return { language: { ...language, fallbacks: language.fallbacks ?? [] } }
})

type Change = { id: number; languages: string; now: Date }

/** Gives other languages to an active key of an account; false if it has no such key. */
export const setLanguagesOfKey = write([], ({ db, now, account }, change: Omit<Change, 'now'>) =>
  setLanguages(db, { ...change, now }, account.id),
)

/** The same for any key, on the command line. */
export const setLanguagesOfAnyKey = (db: Database, change: Change) => setLanguages(db, change, undefined)

async function setLanguages(db: Database, { id, languages, now }: Change, account_id: number | undefined) {
  const isOwn = account_id === undefined ? sql`true` : sql`account_id = ${account_id}`
  const changed = await db.transaction(async (tx) => {
    await announceKeyChange(tx)
    const count = await tx.run(sql`
      update api_key set languages = ${languages}
      where ${withReplaced(id, now)} and ${isOwn} and ${isActive(now)}`)
    if (count > 0 && account_id === undefined)
      await recordAct(tx, 'key_languages_changed', { by: null, now }, { key_id: id })
    return count
  })
  dropKnownKeys()
  return changed > 0
}
