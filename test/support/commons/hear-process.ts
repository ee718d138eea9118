import { locationOf } from '#src/catalogue/open-catalogue.ts'
import { runFollowing } from '#src/commons/following/follow-loop.ts'
import { keepHearing } from '#src/commons/following/hearing/keep-hearing.ts'
import { readConfig } from '#src/config.ts'
import { openDatabase } from '#src/database/open.ts'

/**
 * Hears what changes in followed catalogues until it is killed, and says `heard` whenever something waits to be taken
 * in; `takes` does that as well, as the process beside a server.
 */
const [data = '', database = '', what = 'hears'] = process.argv.slice(2)
const words = { data, 'follow-private': 'true', ...(database !== '' && { database }) }
const { config } = readConfig(words as never, {})
const db = await openDatabase(locationOf(config), { writes: 'inline' })
const { signal } = new AbortController()
const clock = () => new Date()
const failed = (error: unknown) =>
  void process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`)
const announce = () => void process.stdout.write('heard\n')
process.stdout.write('began\n')
await Promise.all([
  keepHearing({ db, config, clock, failed, announce, lookMs: 20, haste: 50 }, signal),
  what === 'takes' && runFollowing(db, config, { clock, failed, signal, own: async () => undefined }),
])
