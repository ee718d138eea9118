import { type TString, Type } from 'typebox'
import { type ChangeableName, type Config, changeableNames, readSetting, type Stored } from '#src/config.ts'
import type { Reader } from '#src/database/database.ts'
import { isUnavailable } from '#src/database/errors.ts'
import { join, raw, sql } from '#src/database/sql.ts'
import type { ChangeBus } from './change-bus.ts'
import { openRefresh } from './refresh.ts'

/** How often it is checked whether another process has changed a setting, beside what is announced. */
const SETTINGS_CHECK_MS = 1_000

const Row = Type.Object({ name: Type.String(), value: Type.String() })

const isChangeable = (name: string): name is ChangeableName => (changeableNames as readonly string[]).includes(name)

/** What is valid of what was stored: an older version may have had other forms. */
function readStored(rows: readonly { name: string; value: string }[]): Stored {
  const known = rows.flatMap(({ name, value }) => {
    const read = isChangeable(name) ? readSetting(name, value) : undefined
    return read === undefined ? [] : [[name, read]]
  })
  return Object.fromEntries(known)
}

/** What was said on pages. */
export const storedSettings = async (db: Reader): Promise<Stored> =>
  readStored(await db.all(Row, sql`select name, value from server_setting`))

/** The settings that hold now: what is given, or else what was said on pages. */
export async function settingsNow(db: Reader, config: Config): Promise<Config> {
  const stored = Object.entries(await storedSettings(db))
  return { ...config, ...Object.fromEntries(stored.filter(([name]) => !config.given.includes(name as ChangeableName))) }
}

const valueNamed = (name: ChangeableName) =>
  sql`coalesce((select value from server_setting where name = ${name}), '') as ${raw(`"${name}"`)}`

/** All settings in one row, those that were not stored as an empty text, and whether there is an account. */
const Seen = Type.Object({
  ...(Object.fromEntries(changeableNames.map((name) => [name, Type.String()])) as Record<ChangeableName, TString>),
  has_account: Type.Boolean(),
})

/** Changes by this process: what was read before the last one does not hold any more. */
let changes = 0

/** To be called after settings were changed in this process, so that they hold at once. */
export const dropKnownSettings = () => void changes++

type Services = {
  db: Reader
  config: Config
  /** What was stored when the process began; absent: nothing is known before the first check. */
  stored?: Stored
  changeBus?: ChangeBus
}

export type LiveSettings = ReturnType<typeof openLiveSettings>

/**
 * The settings of a server that runs: `config` has what holds as of the last check, and whoever depends on it checks
 * before. Nothing is asked before somebody does.
 */
export function openLiveSettings({ db, config, changeBus, stored: atFirst = {} }: Services) {
  let stored = atFirst
  let isNew = false
  let seen = -1
  const checks = openRefresh(
    async () => {
      const asked = changes
      const row = await db.one(
        Seen,
        sql`
        select ${join(changeableNames.map(valueNamed))}, (
          select count(*) from (
            select id from account ${db.engine.through('account_of_person')}
            where source_id is null and deleted_at is null order by id limit 1) as first_account
        ) > 0 as has_account`,
      )
      stored = readStored(
        changeableNames.flatMap((name) => (typeof row?.[name] === 'string' ? [{ name, value: row[name] }] : [])),
      )
      isNew = row?.has_account === false
      seen = asked
    },
    { validMs: SETTINGS_CHECK_MS, isAway: isUnavailable },
  )
  const live = { ...config }
  for (const name of changeableNames)
    if (!config.given.includes(name))
      Object.defineProperty(live, name, { enumerable: true, get: () => stored[name] ?? config[name] })
  const endListening = changeBus?.subscribe(['settings'], checks.refreshNow)
  return {
    config: live as Config,
    /** Whether there is no account yet. */
    isNew: () => isNew,
    /** Checks what holds, unless that was done just now; nobody waits where nothing has to be asked. */
    fresh(): Promise<void> | undefined {
      if (seen !== changes) return checks.refreshNow()
      // Others may make the first account at any time, and tell nobody.
      return checks.isFresh() && !isNew ? undefined : checks.refresh()
    },
    close: () => endListening?.(),
  }
}
