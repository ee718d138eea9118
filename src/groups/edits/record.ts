import { Type } from 'typebox'
import { presentIdOf } from '#src/catalogue/edits/merging/survivors.ts'
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
    'A record as an edit can send it back: its line, the revision that the edit then names, and who gave each value. ' +
    'With `revision` the record as it was then, without who gave what. Without it, the id of a merged record means ' +
    'its survivor',
  access: 'key',
  query: Type.Object({
    kind: KindOfRecord,
    id: Type.Integer({ minimum: 1, maximum: maxId, description: 'Id of the record' }),
    revision: Type.Optional(
      Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'An earlier revision of the record' }),
    ),
  }),
  reply: Type.Object(
    {
      kind: Type.String(),
      id: Type.Integer(),
      revision: Type.Integer(),
      line: Type.Unknown({ description: 'The record as a line of an import' }),
      provenance: Type.Array(
        Type.Object(
          {
            place: Type.String({ description: 'Which value of the record it is' }),
            source_id: Type.String(),
            licence: Type.String(),
            username: nullable(Type.String({ description: 'Who gave it; null for imports' })),
            at: Type.String(),
            locked: Type.Boolean({ description: 'No import changes it' }),
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
