import { locationOf } from '#src/catalogue/open-catalogue.ts'
import { listFollowings } from '#src/commons/following/followings.ts'
import { connectingOf } from '#src/commons/following/reaching/connecting.ts'
import { followOnce } from '#src/commons/following/round.ts'
import { readConfig } from '#src/config.ts'
import { openDatabase } from '#src/database/open.ts'

/** Takes in what is new of all that a catalogue follows, as the process beside a server does; 2 says that it cannot. */
const [data = '', database = ''] = process.argv.slice(2)
const { config } = readConfig({ data, ...(database !== '' && { database }) } as never, {})
const db = await openDatabase(locationOf(config), { writes: 'inline' })
for (const { id } of await listFollowings(db)) {
  const round = {
    ...{ db, config, clock: () => new Date(), signal: new AbortController().signal, own: undefined },
    connecting: connectingOf(config),
    failed(error: unknown) {
      process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
      process.exitCode = 2
    },
  }
  let outcome = await followOnce(id, round)
  while (outcome === 'more') outcome = await followOnce(id, round)
  if (outcome !== 'current') process.exitCode = 2
}
await db.close()
