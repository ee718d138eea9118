import { removeSample } from '#src/sample/removal.ts'
import { commandOf, type Given } from './actions.ts'

export const sample = commandOf(
  {
    usage: ['remove'],
    about: 'What people have used stays, and is listed.',
  },
  { remove: { needs: [], run: remove } },
)

async function remove({ io, inCatalogue }: Given) {
  const { removed, kept } = await inCatalogue((db) => removeSample(db, new Date()))
  for (const { kind, id, name } of kept) io.stdout.write(`kept ${kind} ${id}: ${name}\n`)
  io.stdout.write(`${removed} records of the sample removed, ${kept.length} kept`)
  io.stdout.write(kept.length > 0 ? ', because people have used them or records that refer to them.\n' : '.\n')
}
