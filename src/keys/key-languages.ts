import { recordAct } from '#src/audit/acts.ts'
import { languagesOf, localeTag, parseLanguage } from '#src/contract/languages.ts'
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

/** The languages of a key, as they are stored: those of requests that name none, and those that follow in any case. */
export type KeyLanguages = { languages: string; appended_languages: string }

/** Both in one text, which is empty if a key has neither. */
export const textOfLanguages = ({ languages, appended_languages }: KeyLanguages): string =>
  appended_languages === '' ? languages : `${languages}+${appended_languages}`

/** What a key says about the languages of its requests; undefined if it says nothing. */
export function standardsOf(key: KeyLanguages): Standards | undefined {
  const text = textOfLanguages(key)
  return text === '' ? undefined : rememberedStandards(text)
}

const rememberedStandards = remember(CHAINS, (text): Standards => {
  const [language, appended] = text.split('+').map(parseLanguage)
  return {
    // It is a chain, even if there is only one: it ends with the original language.
    language: language && { ...language, fallbacks: language.fallbacks ?? [] },
    appended: appended && languagesOf(appended),
  }
})

type Change = Partial<KeyLanguages> & { id: number; now: Date }

/** Gives other languages to an active key of an account, as far as they are named; false if it has no such key. */
export const setLanguagesOfKey = write([], ({ db, now, account }, change: Omit<Change, 'now'>) =>
  setLanguages(db, { ...change, now }, account.id),
)

/** The same for any key, on the command line. */
export const setLanguagesOfAnyKey = (db: Database, change: Change) => setLanguages(db, change, undefined)

async function setLanguages(db: Database, { id, now, ...change }: Change, account_id: number | undefined) {
  const { languages = null, appended_languages = null } = change
  const isOwn = account_id === undefined ? sql`true` : sql`account_id = ${account_id}`
  const changed = await db.transaction(async (tx) => {
    await announceKeyChange(tx)
    const count = await tx.run(sql`
      update api_key set languages = coalesce(${languages}, languages),
        appended_languages = coalesce(${appended_languages}, appended_languages)
      where ${withReplaced(id, now)} and ${isOwn} and ${isActive(now)}`)
    if (count > 0 && account_id === undefined)
      await recordAct(tx, 'key_languages_changed', { by: null, now }, { key_id: id })
    return count
  })
  dropKnownKeys()
  return changed > 0
}
