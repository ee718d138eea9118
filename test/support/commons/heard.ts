import { publishingOf, readBatch } from '#src/commons/changes/batches.ts'
import { logPosition } from '#src/commons/changes/position.ts'
import { answerText } from '#src/commons/changes/wanted.ts'
import { heardUntil } from '#src/commons/following/hearing/listener.ts'
import { spool } from '#src/commons/following/hearing/spool.ts'
import { markHeard } from '#src/commons/following/live/live-records.ts'
import { readHeard } from '#src/commons/format/live.ts'
import { signatureOf } from '#src/commons/format/signatures.ts'
import { findKey } from '#src/commons/publishing/keys.ts'
import type { Config } from '#src/config.ts'
import type { Database } from '#src/database/database.ts'
import type { openFollower } from './follower.ts'

type Telling = { db: Database; config: Config; now: Date }
type Follower = Awaited<ReturnType<typeof openFollower>>

/** What a publisher tells as it happens, heard and kept, but not taken in. False if there is nothing to hear. */
export async function hearNext({ db, config, now }: Telling, here: Database, follower: Follower): Promise<boolean> {
  const key = await findKey(config.data)
  const following = key && (await follower.found(key.id))
  if (!key || !following || following.needs_whole) return false
  const at = await logPosition(db)
  const after = await heardUntil(follower.config, following)
  if (following.incarnation !== at.incarnation || after >= at.seq) return false
  const batch = await readBatch(await publishingOf(db, config), after, at.seq, now)
  if (batch.changes.length === 0) return false
  const bytes = Buffer.from(answerText({ ...batch, incarnation: at.incarnation, head: at.seq }, batch.changes, true))
  const heard = readHeard(bytes, signatureOf(bytes, key.key), following.public_key)
  await spool(follower.config, key.id, heard, bytes)
  await markHeard(here, key.id, now)
  return true
}
