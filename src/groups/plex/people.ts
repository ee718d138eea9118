import { recordTag } from '#src/contract/cache-tags.ts'
import { addressOf } from './pictures.ts'
import { type Credit, some, told } from './shapes.ts'
import type { Wish } from './wish.ts'

/** People of one record in a reply. */
const maxRoles = 200
/** The width in which faces are shown. */
const faceSize = 'h632'

type Person = { id: number; name: string; profile_path: string | null }
export type Actor = Person & { character: string }
export type Worker = Person & { job: string; department: string }

const producing = ['Producer', 'Executive Producer', 'Co-Producer']

/** Cast and crew in the lists of the media server, each person once in a list. */
export function creditsOf(wish: Wish, actors: readonly Actor[], workers: readonly Worker[]) {
  const credit = ({ id, name, profile_path }: Person, more: Pick<Credit, 'role' | 'order'> = {}): Credit => {
    wish.tags.add(recordTag('person', id))
    return { tag: name, thumb: addressOf(wish, profile_path, faceSize), ...more }
  }
  const working = (isWanted: (worker: Worker) => boolean) => {
    const wanted = new Map(workers.filter(isWanted).map((worker) => [worker.id, worker]))
    return some([...wanted.values()].map((worker) => credit(worker)))
  }
  return {
    Role: some(
      actors.slice(0, maxRoles).map((actor, order) => credit(actor, { role: told(actor.character), order: order + 1 })),
    ),
    Director: working(({ job }) => job === 'Director'),
    Producer: working(({ job }) => producing.includes(job)),
    Writer: working(({ department }) => department === 'Writing'),
  }
}
