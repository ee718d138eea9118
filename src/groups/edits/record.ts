import { Type } from 'typebox'
import { presentIdOf } from '#src/catalogue/edits/gone/survivors.ts'
import { recordAt } from '#src/catalogue/edits/record-at.ts'
import {
  type Provenance,
  type RecordForEditing,
  readRecordForEditing,
} from '#src/catalogue/edits/record-for-editing.ts'
import { fieldKey } from '#src/catalogue/edits/record-loader.ts'
import { entryPlace } from '#src/catalogue/edits/replaced.ts'
import { operation } from '#src/contract/operation.ts'
import { maxId } from '#src/contract/path-parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import { isEditablePart, lineForEditing } from '#src/import/edit-line.ts'
import { KindOfRecord } from './shapes.ts'

export const record = operation('edits.record', 'GET /commons/1/record', {
  summary:
    'A record in the form in which an edit can send it back: its line, its revision, and where each value ' +
    'comes from. With `revision`, the record as it was then, without where values come from. Without it, the ' +
    'ID of a merged record stands for its survivor',
  access: 'key',
  query: Type.Object({
    kind: KindOfRecord,
    id: Type.Integer({ minimum: 1, maximum: maxId, description: 'ID of the record' }),
    revision: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'An earlier revision of the record' }),
    ),
  }),
  reply: Type.Object(
    {
      kind: Type.String(),
      id: Type.Integer(),
      revision: Type.Integer(),
      line: Type.Unknown({ description: 'The record as an import line' }),
      provenance: Type.Array(
        Type.Object(
          {
            place: Type.String({ description: 'Name of the value within the record' }),
            source_id: Type.String(),
            licence: Type.String(),
            username: nullable(Type.String({ description: 'User name of whoever gave the value; null for imports' })),
            at: Type.String(),
            locked: Type.Boolean({ description: 'Whether it is locked, so that imports do not change it' }),
          },
          { title: 'Provenance' },
        ),
      ),
    },
    { title: 'RecordForEditing' },
  ),

  async handle({ db, query: { kind, id: asked, revision } }) {
    if (revision !== undefined) {
      const then = await recordAt(db, kind, asked, revision)
      return then && { kind, id: asked, revision, line: lineForEditing(then), provenance: [] }
    }
    const id = await presentIdOf(db, kind, asked)
    const read = id === undefined ? undefined : await readRecordForEditing(db, kind, id)
    if (!read || id === undefined) return undefined
    return { kind, id, revision: read.revision, line: lineForEditing(read.stored), provenance: provenanceOf(read) }
  },
})

/** Who gave each value that the line has. */
function provenanceOf({ values, texts, parts }: RecordForEditing) {
  const given: [string, Provenance][] = [
    ...Object.entries(values).map(([column, value]): [string, Provenance] => [fieldKey(column), value]),
    ...texts.flatMap(({ iso_639_1, iso_3166_1, texts }) =>
      Object.entries(texts).map(([name, text]): [string, Provenance] => [fieldKey(name, iso_639_1, iso_3166_1), text]),
    ),
    ...[...parts].flatMap(([part, entries]) =>
      isEditablePart(part) ? entries.map((entry): [string, Provenance] => [entryPlace(part, entry.key), entry]) : [],
    ),
  ]
  return given.flatMap(([place, { source, author, at, locked }]) => {
    const username = author?.username ?? null
    return source ? [{ place, source_id: source.id, licence: source.licence, username, at, locked }] : []
  })
}
