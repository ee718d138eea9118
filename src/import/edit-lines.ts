import { type Applied, applyEdit, nextLocalId } from '#src/catalogue/edits/apply-edit.ts'
import { survivorOf } from '#src/catalogue/edits/gone/survivors.ts'
import { type ChangeInHistory, changesOfEdit } from '#src/catalogue/edits/history.ts'
import { baseColumnOf, emptyText, entryKeyOf, partsNamed, shapeOf } from '#src/catalogue/edits/kind-shape.ts'
import { isBaseLanguage, isSameEntry, isSame as isSameValue } from '#src/catalogue/edits/merge.ts'
import type { RecordEdit } from '#src/catalogue/edits/record-edit.ts'
import { revisionsOf } from '#src/catalogue/edits/record-for-editing.ts'
import { languageKey, loadRecords, type StoredEntry, type StoredRecord } from '#src/catalogue/edits/record-loader.ts'
import { numberingOf } from '#src/catalogue/kinds.ts'
import type { LineEntry } from '#src/catalogue/line-entries.ts'
import { type RecordKind, recordKind } from '#src/catalogue/record-kinds.ts'
import { type RecordFault, StatementError } from '#src/catalogue/statements/check.ts'
import type { Role } from '#src/contract/access.ts'
import { write } from '#src/contract/write.ts'
import { changesOf, findAnyPending, outcomeOf, RollBack } from '#src/contributions/editing/pending.ts'
import { type Became, noteEdit, type Repeatable, repeatedEdit } from '#src/contributions/editing/repeated.ts'
import { type EditorIn, editorIn, hasToWait, requireEditor } from '#src/contributions/trust.ts'
import type { Database } from '#src/database/database.ts'
import { isUniqueViolation } from '#src/database/errors.ts'
import { type EditLine, faultsOfLine } from './edit-line.ts'
import type { Line } from './line.ts'
import { statementOf } from './statement.ts'

/**
 * Edits of people in the form of import lines. What a line names is meant: null or an empty text clears a field, and a
 * list stands for the whole list. What it does not name stays.
 */

/** Changes that the outcome of an edit shows. */
const maxChangesOfOutcome = 1_000
/** Attempts of an edit whose new id another edit may have taken first. */
const ATTEMPTS = 5

type LinesEdit = {
  lines: readonly unknown[]
  account_id: number
  /** The role that the token or session of the person is not for. */
  withheld?: Role | undefined
  source_id: string
  note: string
  source_url: string
  at: Date
  /** Says what would change, and changes nothing. */
  isDryRun: boolean
  /** Counts the edit against a limit, and throws where that is reached. What does not count itself is counted, too. */
  spend?(db: Database): Promise<void>
  /** Edits of a new member that are looked at before they count. */
  editsOfNewMembers: number
  /** It may have been sent before, without its author knowing what became of it. */
  repeatable?: Repeatable | undefined
}

/** What an edit has done to one record, or would do. `revision` is the one that the next edit of it can name. */
type EditedRecord = { kind: RecordKind; id: number; is_new: boolean; revision: number }
type LinesEdited = {
  edit_id: number | null
  /** Whether somebody has to look at the edit before it counts: then `changes` are what it would change. */
  waits: boolean
  /** The pending edit, if it waits. */
  waiting_id: number | null
  records: EditedRecord[]
  changes: ChangeInHistory[]
}

/**
 * Applies the lines of an edit, or keeps them until somebody has looked at them, if the rules of trust say so. Throws a
 * StatementError with all faults, or a RevisionConflict, before anything is written; and `account_disabled`,
 * `email_unverified`, or `edit_denied` for what moderators have locked.
 */
export async function editByLines(db: Database, edit: LinesEdit): Promise<LinesEdited> {
  const faults = edit.lines.flatMap((line, record) =>
    faultsOfLine(line).map((fault): RecordFault => ({ record, ...fault })),
  )
  if (faults.length > 0) {
    await edit.spend?.(db)
    throw new StatementError(faults)
  }
  const lines = edit.lines as EditLine[]
  const repeatable = edit.isDryRun ? undefined : edit.repeatable
  const note = (tx: Database, became: Became) =>
    repeatable && noteEdit(tx, edit.account_id, repeatable, became, edit.at)
  for (let attempt = 1; ; attempt++) {
    let isSpent = false
    try {
      return await db.transaction(async (tx) => {
        isSpent = false
        const known = repeatable && (await repeatedEdit(tx, edit.account_id, repeatable))
        if (known) return editedBefore(tx, known)
        // One commit for both: waiting for the disk is the most that an edit costs.
        await edit.spend?.(tx)
        isSpent = true
        const { records, ...outcome } = await editWithin(tx, lines, edit)
        const { edit_id, waits } = outcome.edited
        if (edit.isDryRun) throw new RollBack({ ...outcome.edited, edit_id: null })
        if (!waits || edit_id === null) {
          await note(tx, { edit_id, pending_id: null, records: outcome.edited.records })
          return { ...outcome.edited, waits: false }
        }
        const untried = { ...outcome.edited, edit_id: null, records: [] }
        throw new RollBack(untried, { records, changes: await changesOf(tx, edit_id) })
      })
    } catch (error) {
      const mayHaveLost = (repeatable || lines.some(({ id }) => id === undefined)) && isUniqueViolation(error)
      if (mayHaveLost && attempt < ATTEMPTS) continue
      // It was rolled back with the rest.
      if (isSpent) await edit.spend?.(db)
      const waiting = (tx: Database, pending_id: number) => note(tx, { edit_id: null, pending_id, records: [] })
      try {
        return (await outcomeOf(db, edit, error, waiting)) as LinesEdited
      } catch (lost) {
        // The same edit has come twice at once.
        if (!repeatable || !isUniqueViolation(lost) || attempt === ATTEMPTS) throw lost
      }
    }
  }
}

/** What is told of an edit that was sent before. */
async function editedBefore(tx: Database, { edit_id, pending_id, records }: Became): Promise<LinesEdited> {
  const pending = pending_id === null ? undefined : await findAnyPending(tx, pending_id)
  const changes = edit_id === null ? [] : await changesOfEdit(tx, edit_id, 0, maxChangesOfOutcome)
  const waits = pending_id !== null
  const told = pending?.changes.map((change) => ({ ...notInLog, ...change })) ?? changes
  return { edit_id, waits, waiting_id: pending_id, records, changes: told }
}
const notInLog = { seq: 0, edit_id: 0, same_value: false, original_source: null }

/** The same for who asks. Each line costs one, also where it is only tried or refused. */
export const editLines = write('edited_record', async (writing, edit: Omit<LinesEdit, keyof EditorIn | 'spend'>) => {
  const { db, account, take } = writing
  await requireEditor(db, account.id)
  return editByLines(db, { ...edit, ...editorIn(writing), spend: (tx) => take(edit.lines.length, tx) })
})

/** What has become of the records, and the edit as it can be kept: new records get their ids when it counts. */
async function editWithin(
  tx: Database,
  lines: readonly EditLine[],
  edit: LinesEdit,
): Promise<{ edited: LinesEdited; records: RecordEdit[] }> {
  const ids = await idsOf(tx, lines)
  const stored = await storedOf(tx, lines, ids)
  const records = lines.map((line, index) => {
    const id = ids[index] as number
    return recordEditOf(line, id, stored.get(`${line.kind} ${id}`), edit.source_id)
  })
  const { account_id, withheld, source_id, note, source_url, at, editsOfNewMembers } = edit
  const withoutNewIds = records.map(({ id, ...record }, index): RecordEdit => {
    return lines[index]?.id === undefined || id === undefined ? record : { ...record, id }
  })
  const waits = await hasToWait(tx, { account_id, withheld, editsOfNewMembers, at }, withoutNewIds)
  const edited = lines.map(({ kind, id }, index) => ({ kind, id: ids[index] as number, is_new: id === undefined }))
  // An edit that is rolled back leaves its numbers to the edits of others.
  const present = edit.isDryRun ? await revisionsOfAll(tx, edited) : undefined
  const applied: Applied = await applyEdit(tx, { account_id, source_id, note, source_url, at, records })
  const edit_id = applied.edit_id ?? null
  const [revisions, changes] = await Promise.all([
    present ?? revisionsOfAll(tx, edited),
    edit_id === null ? [] : changesOfEdit(tx, edit_id, 0, maxChangesOfOutcome),
  ])
  return {
    edited: {
      edit_id,
      waits: waits && edit_id !== null,
      waiting_id: null,
      records: edited.map((record) => ({ ...record, revision: revisions.get(`${record.kind} ${record.id}`) ?? 0 })),
      changes,
    },
    records: withoutNewIds,
  }
}

async function revisionsOfAll(tx: Database, edited: readonly { kind: RecordKind; id: number }[]) {
  const revisions = new Map<string, number>()
  for (const [of, some] of Map.groupBy(edited, ({ kind }) => kind)) {
    const ids = some.map(({ id }) => id)
    for (const [id, revision] of await revisionsOf(tx, of, ids)) revisions.set(`${of} ${id}`, revision)
  }
  return revisions
}

/** The ids of lines: those of survivors for merged records, and the next ones of our own for records that are made. */
async function idsOf(tx: Database, lines: readonly EditLine[]): Promise<number[]> {
  const next = new Map<RecordKind, number>()
  const ids: number[] = []
  for (const { kind: of, id } of lines) {
    if (id !== undefined) {
      ids.push((await survivorOf(tx, of, id))?.id ?? id)
      continue
    }
    const own = next.get(of) ?? (await nextLocalId(tx, of))
    next.set(of, own + 1)
    ids.push(own)
  }
  return ids
}

/** What is stored of what lines are about. Throws a StatementError for records that do not exist. */
async function storedOf(tx: Database, lines: readonly EditLine[], ids: readonly number[]) {
  const stored = new Map<string, StoredRecord>()
  const known = lines.flatMap(({ kind, id }, index) => (id === undefined ? [] : [{ kind, id: ids[index] as number }]))
  for (const [of, some] of Map.groupBy(known, ({ kind }) => kind)) {
    const ids = some.map(({ id }) => id)
    const found = await loadRecords(
      tx,
      of,
      ids,
      partsNamed(
        of,
        lines.filter(({ kind }) => kind === of),
      ),
    )
    for (const [id, record] of found) stored.set(`${of} ${id}`, record)
  }
  const faults = lines.flatMap(({ kind, id }, record): RecordFault[] =>
    id === undefined || stored.has(`${kind} ${ids[record]}`)
      ? []
      : [{ record, place: 'id', reason: `is no ${kind} of the catalogue` }],
  )
  if (faults.length > 0) throw new StatementError(faults)
  return stored
}

/**
 * The statements of a line about a record. What is there already is left out: whoever sends a whole record back takes
 * over only what they changed.
 */
function recordEditOf(line: EditLine, id: number, stored: StoredRecord | undefined, source_id: string): RecordEdit {
  const { kind: of, revision } = line
  const { statement } = statementOf({ ...line, id } as Line, of, id, source_id, () => false)
  const parts = shapeOf(of).storedParts.flatMap(({ name, store }) => {
    const stated = statement.parts.get(name)
    if (!stated) return []
    const present = stored?.entries.get(name) ?? new Map<string, StoredEntry>()
    const given = new Map(stated.entries.map((entry) => [entryKeyOf(store, entry), entry]))
    const changed = [...given].filter(([key, entry]) => !isSame(present.get(key), entry))
    const isGone = ([key, entry]: [string, StoredEntry]) => !given.has(key) && stated.isAbout?.(entry) !== false
    const gone = stated.isComplete ? [...present].filter(isGone) : []
    const put = changed.map(([, { source_id: _source, ...entry }]) => entry)
    const remove = gone.map(([, entry]) => Object.fromEntries(store.key.map((column) => [column, entry[column]])))
    return put.length + remove.length === 0 ? [] : [[name, { put, remove }] as const]
  })
  const { empty } = shapeOf(of)
  const values = Object.entries(statement.values).filter(
    ([column, value]) => !stored || !isSameValue(stored.values[column], value ?? empty[column]),
  )
  const numbering = numberingOf(of)
  const isNumbered = numbering.length > 0 && numbering.every((name) => line[name] !== undefined)
  return {
    kind: of,
    id,
    ...(revision !== undefined && { revision }),
    ...(isNumbered && { numbering: Object.fromEntries(numbering.map((name) => [name, line[name]])) }),
    values: Object.fromEntries(values),
    texts: textsOf(line, stored),
    parts: Object.fromEntries(parts),
  }
}

const isSame = (stored: StoredEntry | undefined, entry: StoredEntry) =>
  stored !== undefined && isSameEntry(stored, entry)

/** Only the texts that a line names and that are different: it leaves other languages and other texts alone. */
function textsOf({ kind: of, translations }: EditLine, stored: StoredRecord | undefined) {
  const given = (translations?.translations ?? []) as LineEntry[]
  return given.flatMap(({ iso_639_1, iso_3166_1, data }) => {
    const language = { iso_639_1, iso_3166_1 }
    const present = isBaseLanguage(language)
      ? (name: string) => stored?.values[baseColumnOf(of, name)]
      : (name: string) => stored?.translations.get(languageKey(language))?.texts[name]
    const named = recordKind(of).texts.filter((name) => {
      const text = data[name]
      return text !== undefined && (text ?? emptyText(name)) !== (present(name) ?? emptyText(name))
    })
    return named.length > 0 ? [{ ...language, texts: Object.fromEntries(named.map((name) => [name, data[name]])) }] : []
  })
}
