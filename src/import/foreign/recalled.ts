import type { Kind } from '#src/catalogue/kinds.ts'
import type { ForeignStaging, Known } from './foreign-staging.ts'
import type { Identifying, Settled } from './identify.ts'
import { type KnownKey, knownKeys } from './source-keys.ts'

/** What earlier imports and people have found out about a batch, and what is open. */
type Recalled = {
  remembered: ReadonlyMap<string, KnownKey>
  settled: Settled[]
  open: Known[]
  /** Keys of what is open because somebody has undone it. */
  undone: ReadonlySet<string>
}

export async function recall(options: Identifying, of: Kind, batch: readonly Known[]): Promise<Recalled> {
  const { db, staging, source_id } = options
  const keys = batch.map(({ key }) => key)
  const remembered = await knownKeys(db, source_id, of, keys)
  const settled: Settled[] = []
  const open: Known[] = []
  const undone = new Set<string>()
  for (const known of batch) {
    const row = remembered.get(known.key)
    if (!row || (row.entity_id === null && row.decision === 'new')) open.push(known)
    else if (known.series === null && isUndone(options, known, row)) {
      open.push(known)
      undone.add(known.key)
    } else if (isUndone(options, known, row) && !isMadeIn(staging, known.series))
      settled.push({ known, identity: { id: null, isNew: false }, isRemembered: true })
    else {
      // The name of a file says nothing new about a record that is there, whoever made it.
      const isNew = row.is_own && !(known.isByName && row.is_there)
      // What an undone import has made is made anew.
      const isRemembered = !row.is_own || row.is_there || row.is_gone
      settled.push({ known, identity: { id: row.entity_id, isNew }, isRemembered })
    }
  }
  return { remembered, settled, open, undone }
}

/** Whether all that made a record was the name of a file, which somebody has undone, and nobody wants it again. */
const isUndone = (
  { creates, keepsUndone }: Identifying,
  { isByName }: Known,
  { is_own, is_there, is_gone }: KnownKey,
) => isByName && is_own && !is_there && !is_gone && (keepsUndone || !creates)

/** Whether this import makes a series, with which its episodes are made again. */
const isMadeIn = (staging: ForeignStaging, series: string | null): boolean =>
  series !== null && staging.identities('series', [series]).get(series)?.isMade === true
