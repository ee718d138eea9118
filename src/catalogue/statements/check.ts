import { Compile, type Validator } from 'typebox/compile'
import { numberingOf } from '../kinds.ts'
import { isRecordKind, type RecordKind, recordKind } from '../record-kinds.ts'
import { brokenText, brokenTextReason, type Fault, faultsOf } from './faults.ts'
import { editSchema } from './schema.ts'

/** A fault of an edit, with the position of its record in the edit. */
export type RecordFault = Fault & { record: number }

/** An edit that was refused before anything of it was written. */
export class StatementError extends Error {
  override name = 'StatementError'
  readonly faults: readonly RecordFault[]
  constructor(faults: readonly RecordFault[]) {
    super(faults.map(({ record, place, reason }) => `record ${record + 1}: ${place || 'it'} ${reason}`).join('; '))
    this.faults = faults
  }
}

const validators = new Map<RecordKind, Validator>()

function validatorOf(of: RecordKind): Validator {
  let known = validators.get(of)
  if (!known) {
    known = Compile(editSchema(of))
    validators.set(of, known)
  }
  return known
}

/** What is wrong with the statements of an edit about one record, as far as that can be seen without the catalogue. */
export function faultsOfEdit(edit: unknown): Fault[] {
  const { kind: of } = (edit ?? {}) as { kind?: unknown }
  if (typeof of !== 'string' || !isRecordKind(of)) return [{ place: 'kind', reason: 'is not a kind of record' }]
  const validator = validatorOf(of)
  if (!validator.Check(edit)) return faultsOf(validator.Errors(edit), edit)
  const place = brokenText(edit)
  if (place !== undefined) return [{ place, reason: brokenTextReason }]
  const checked = edit as CheckedEdit
  const alone = wholes.find((name) => checked[name] !== undefined)
  return alone
    ? faultsOfWhole(alone, checked)
    : [...faultsOfNumbering(of, checked), ...lockFaults(of, checked), ...emptyTextFaults(of, checked)]
}

type CheckedLock = { column: string; iso_639_1: string; iso_3166_1: string }
type CheckedTexts = { iso_639_1: string; iso_3166_1: string; texts: Record<string, unknown> }
type CheckedEdit = {
  id?: number
  numbering?: object
  locks?: CheckedLock[]
  texts?: CheckedTexts[]
  isDeleted?: true
  mergedInto?: object
  movedTo?: object
}

/** What is done to a record as a whole, and says nothing about its values. */
const wholes = ['isDeleted', 'mergedInto', 'movedTo'] as const
const besideWholes: readonly string[] = ['kind', 'revision']

function faultsOfWhole(what: (typeof wholes)[number], { id, ...others }: CheckedEdit): Fault[] {
  const missing = id === undefined ? [{ place: 'id', reason: 'is missing' }] : []
  const extra = Object.keys(others).filter((name) => name !== what && !besideWholes.includes(name))
  return [...missing, ...extra.map((place) => ({ place, reason: `is not allowed beside ${what}` }))]
}

const faultsOfNumbering = (of: RecordKind, { id, numbering }: CheckedEdit): Fault[] =>
  numberingOf(of).length > 0 && id === undefined && !numbering ? [{ place: 'numbering', reason: 'is missing' }] : []

/** A lock is on a column of the record, or on a text of a translation; the texts in en-US are columns. */
function lockFaults(of: RecordKind, { locks = [] }: CheckedEdit): Fault[] {
  return locks.flatMap(({ column, iso_639_1, iso_3166_1 }, index) => {
    const place = `locks.${index}`
    if (iso_639_1 === '' && iso_3166_1 === '')
      return column in recordKind(of).fields ? [] : [{ place, reason: 'is not on a field of the record' }]
    const isTranslation = iso_639_1 !== '' && iso_3166_1 !== '' && !(iso_639_1 === 'en' && iso_3166_1 === 'US')
    const isText = (recordKind(of).texts as readonly string[]).includes(column)
    return isTranslation && isText ? [] : [{ place, reason: 'is not on a text of a translation' }]
  })
}

/** The texts in en-US are columns, and a column that every record has is never empty. */
const emptyTextFaults = (of: RecordKind, { texts = [] }: CheckedEdit): Fault[] =>
  texts.flatMap(({ iso_639_1, iso_3166_1, texts: given }, index) =>
    recordKind(of)
      .required.filter(
        (name) => iso_639_1 === 'en' && iso_3166_1 === 'US' && (given[name] === '' || given[name] === null),
      )
      .map((name) => ({ place: `texts.${index}.texts.${name}`, reason: 'is empty' })),
  )
