import type { CachedReply } from '#src/cache/cached-reply.ts'
import type { Replies } from '#src/cache/replies.ts'
import type { Watch } from '#src/cache/watch.ts'
import { ApiError } from '#src/contract/statuses.ts'
import type { Database } from '#src/database/database.ts'
import { batchRounds } from '#src/groups/batch/limits.ts'
import { retrySeconds } from '../retry-after.ts'

/** Something that is answered, maybe several times, until all such answers are from one state. */
export type OfOneState = {
  /** The moment of the watch when its last answer was begun. */
  since: number
  /** Whether its answer depends on the catalogue. */
  dependsOnState: boolean
  /** Its answer, if that is cached. */
  reply?: CachedReply | undefined
  /** Whether its answer was there already. */
  wasThere: boolean
  /** Whether it was read where another state may be found than the one that was followed. */
  mayBeElsewhere: boolean
}

type Reading<Each extends OfOneState> = {
  replies: Pick<Replies, 'watch' | 'checkNow' | 'isFresh'>
  /** Answers some of them, from what is cached or else from the database as it is now. */
  answer(some: readonly Each[], watch: Watch): Promise<void>
  /** Answers some of them from one state of the database. */
  answerFrom(some: readonly Each[], state: Database): Promise<void>
  /** Reads one state of the database. */
  snapshot: Database['snapshot']
}

/**
 * Answers all so that they show the same state of the catalogue: the one in which nothing that any of them shows has
 * changed since it was read. Replies tell what they show (`src/contract/cache-tags.ts`) and the change log what has
 * changed, so only what is concerned is read again. Where changes do not cease, everything is read in one snapshot.
 */
export async function answerFromOneState<Each extends OfOneState>(all: readonly Each[], reading: Reading<Each>) {
  const { replies, answer, answerFrom, snapshot } = reading
  const watch = replies.watch()
  try {
    // Otherwise each of them would find out.
    if (!replies.isFresh()) await replies.checkNow()
    const asked = all.filter(dependsOnState)
    let open: readonly Each[] = asked
    for (let round = 0; round < batchRounds; round++) {
      await answer(open, watch)
      const answered = asked.filter(dependsOnState)
      if (answered.some(({ mayBeElsewhere }) => mayBeElsewhere)) break
      await newTurn()
      const isKnown = await replies.checkNow()
      // What was there already is of the last state that is known, whoever is away now.
      if (!isKnown && answered.some(({ wasThere }) => !wasThere)) throw new ApiError('unavailable', retrySeconds())
      open = answered.filter(({ reply, since }) => watch.hasChanged(reply, since))
      if (open.length === 0) return
    }
    await snapshot((state) => answerFrom(asked.filter(dependsOnState), state))
  } finally {
    watch.end()
  }
}

const dependsOnState = (each: OfOneState): boolean => each.dependsOnState

/** What is read next sees everything that was there when this was called: reads of a turn share a state. */
const newTurn = () => new Promise<void>((resolve) => setImmediate(resolve))
