import { setImmediate as nextTurn } from 'node:timers/promises'
import { isKind, type Kind, kind as kindOf } from '#src/catalogue/kinds.ts'
import type { Vocabulary } from '#src/catalogue/vocabularies.ts'
import { vocabularyNames } from '#src/catalogue/vocabularies.ts'
import type { Database } from '#src/database/database.ts'
import type { ForeignRecord } from '#src/import/foreign/foreign-record.ts'
import type { ForeignStaging } from '#src/import/foreign/foreign-staging.ts'
import { idsFor } from '#src/import/foreign/named-records.ts'
import { isFault, type Line, readLine } from '#src/import/line.ts'
import type { OutsideId } from '#src/matching/wanted-title.ts'
import type { PacketFile } from './packet-file.ts'
import { linesOf } from './packet-file.ts'
import { type Selection, takesKind } from './selection.ts'
import { type Instances, type Known, knownIn, rememberKnown } from './staging/known-as.ts'
import type { Gone } from './staging/stage-gone.ts'
import { identifyWords, type Word } from './words.ts'

/** Words that are looked up together. */
const WORDS_AT_ONCE = 500

const isWord = (of: string): of is Vocabulary => (vocabularyNames as readonly string[]).includes(of)

type Staging = {
  db: Database
  staging: ForeignStaging
  source_id: string
  /** What people are told where records come from. */
  label: string
  selection: Selection
  instances: Instances
  /** Called with what is not there any more. */
  onGone(gone: Gone): void
}

/** Reads which records files are about: words are identified at once, the others when all of them are known. */
export async function stageIdentities(files: readonly PacketFile[], { db, staging, ...told }: Staging): Promise<void> {
  const { source_id, label, selection, instances, onGone } = told
  const words = new Map<Vocabulary, Word[]>()
  const skipped = { ignored: new Map<string, number>(), computed: new Map<string, number>() }
  const settle = async (of: Vocabulary) => {
    await identifyWords(db, source_id, of, words.get(of) ?? [])
    words.delete(of)
  }
  for (const file of files) {
    for await (const batch of linesOf(file)) {
      const known: Known[] = []
      for (const { text, number } of batch) {
        const line = readLine(text, skipped)
        // What does not fit is refused where it would be written.
        if (isFault(line)) continue
        if (line.kind === 'gone') {
          const { of, id, into } = line as unknown as Gone
          if (takesKind(selection, of)) onGone({ of, id, into })
          continue
        }
        if (!takesKind(selection, line.kind)) continue
        const as = knownIn(line)
        if (as) known.push({ of: line.kind, id: line.id, as })
        if (isWord(line.kind)) {
          const some = words.get(line.kind) ?? []
          words.set(line.kind, some)
          some.push({ id: line.id, name: String(line.name ?? '') })
        } else if (isKind(line.kind)) staging.add(identityOf(line, line.kind), { file: label, number })
      }
      if (known.length > 0) await rememberKnown(db, source_id, known, instances)
      for (const [of, some] of words) if (some.length >= WORDS_AT_ONCE) await settle(of)
      await nextTurn()
    }
  }
  for (const of of [...words.keys()]) await settle(of)
}

/** By what a record of a publisher may be found here. */
function identityOf(line: Line, of: Kind): ForeignRecord {
  const { title, original } = kindOf(of)
  const isNumbered = of === 'season' || of === 'episode'
  const translated: string[] = isNumbered
    ? []
    : ((line.translations?.translations ?? []) as { data?: Record<string, unknown> }[]).map(({ data }) =>
        String(data?.[title] ?? ''),
      )
  const titles = isNumbered ? [] : [line[title], line[original], ...translated]
  const year = Number(String(line.release_date ?? line.first_air_date ?? '').slice(0, 4))
  return {
    kind: of,
    key: String(line.id),
    ids: idsFor(of, outsideIds(line)),
    number: line.id,
    titles: [...new Set(titles.filter((name): name is string => typeof name === 'string' && name !== ''))],
    ...(year > 0 && { year }),
    ...(isNumbered && {
      within: {
        series: String(line.series_id),
        season: Number(line.season_number),
        ...(of === 'episode' && { episode: Number(line.episode_number) }),
      },
    }),
    line: {},
  }
}

function outsideIds({ external_ids, filmdb_id }: Line): OutsideId[] {
  const { sources: _sources, ...ids } = (external_ids ?? {}) as Record<string, unknown>
  const all = { ...ids, ...(filmdb_id ? { filmdb_id } : {}) }
  return Object.entries(all).flatMap(([source, value]) =>
    value ? [{ source: source as OutsideId['source'], value: String(value) }] : [],
  )
}
