import { setImmediate as nextTurn } from 'node:timers/promises'
import { giveWay } from '#src/background/give-way.ts'
import { locationOf } from '#src/catalogue/open-catalogue.ts'
import { openDatabase } from '#src/database/open.ts'
import { openMedia } from '#src/media/media.ts'
import { openDrawings } from '#src/sample/drawings.ts'
import { sharedOf } from './lines.ts'
import { openPictures } from './pictures.ts'
import { makeWhole } from './whole.ts'
import type { ToldOfWhole, WholeOrder } from './whole-apart.ts'

// This file runs in a process that makes one whole dump, gives way to everybody, and writes nothing to the catalogue.
const stopping = new AbortController()
process.once('SIGTERM', () => stopping.abort())
// A terminal signals each process; this one is ended by the one that has started it.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))

const tell = (told: ToldOfWhole) =>
  new Promise<void>((resolve) => {
    if (process.send) process.send(told, undefined, undefined, () => resolve())
    else resolve()
  })

/** How often it tells that it goes on. */
const ALIVE_MS = 500

async function make({ config, folder, sources, hasPrivate, givesWay, ...order }: WholeOrder) {
  if (givesWay) giveWay()
  // What is kept beside it is private; what is published says so itself.
  process.umask(0o077)
  const db = await openDatabase(locationOf(config), { writes: 'none', connections: 1 })
  const onError = (error: unknown) => void tell({ type: 'error', message: String(error) })
  const media = openMedia({ db, config, onError })
  const licences = new Map(sources.map(({ id, licence }) => [id, licence]))
  let toldMs = 0
  try {
    const pictures = openPictures({
      ...{ db, media, drawings: openDrawings(db), folder, licenceOf: (id) => licences.get(id) ?? '' },
      note: (known) => tell({ type: 'picture', known }),
    })
    return await makeWhole({
      ...{ ...order, db, folder, sources, pictures },
      ...{ shared: sharedOf(sources, hasPrivate), republishes: config.republish },
      async pause() {
        stopping.signal.throwIfAborted()
        await nextTurn()
        if (performance.now() - toldMs < ALIVE_MS) return
        toldMs = performance.now()
        void tell({ type: 'alive' })
      },
    })
  } finally {
    await media.close()
    await db.close()
  }
}

process.once('message', (order: WholeOrder) => {
  make(order)
    .then(
      (whole) => tell({ type: 'made', whole }),
      (error: unknown) => tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) }),
    )
    .finally(() => process.exit(0))
})
