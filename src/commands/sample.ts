import { hasAnyTitle, removeSample } from '#src/sample/removal.ts'
import { maxKeptNamed } from '#src/upkeep/upkeep-job.ts'
import { commandOf, type Given } from './actions.ts'

export const sample = commandOf(
  {
    usage: ['remove', 'load'],
    about:
      'remove: what people have used stays, and is listed. load: into a catalogue without movies and series, because ' +
      'ids of the sample are also those of other films.',
  },
  { remove: { needs: [], run: remove }, load: { needs: [], run: load } },
)

async function remove({ io, inCatalogue }: Given) {
  const { removed, kept } = await inCatalogue((db) => removeSample(db, new Date()))
  const records = kept.slice(0, maxKeptNamed)
  io.report?.({ is: 'task', outcome: { removed, kept: kept.length, records } })
  for (const { kind, id, name } of kept) io.stdout.write(`kept ${kind} ${id}: ${name}\n`)
  io.stdout.write(`${removed} records of the sample removed, ${kept.length} kept`)
  io.stdout.write(kept.length > 0 ? ', because people have used them or records that refer to them.\n' : '.\n')
}

/** As the first start of a server does. */
async function load({ io, inCatalogue }: Given) {
  await inCatalogue(async (db) => {
    if (await hasAnyTitle(db)) throw new Error('The catalogue has movies or series already; nothing was loaded.')
    const { loadSample } = await import('#src/sample/sample.ts')
    const now = new Date()
    await loadSample(db, now)
    const { computePopularity } = await import('#src/popularity/background.ts')
    await computePopularity(db, now)
  })
  io.report?.({ is: 'task', outcome: {} })
  io.stdout.write('The sample catalogue is loaded.\n')
}
