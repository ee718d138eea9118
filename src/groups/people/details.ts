import { Type } from 'typebox'
import { appendableChanges } from '#src/catalogue/changes/changes-operation.ts'
import { detailsOperation } from '#src/catalogue/details.ts'
import { perLanguage } from '#src/catalogue/summaries/per-language.ts'
import { pictureOf } from '#src/catalogue/summaries/selection.ts'
import { textLanguages, textsOf } from '#src/catalogue/summaries/texts.ts'
import { type Language, language } from '#src/contract/parameters.ts'
import { nullable } from '#src/contract/schema.ts'
import type { Engine } from '#src/database/database.ts'
import { sql } from '#src/database/sql.ts'

const Person = Type.Object({
  adult: Type.Boolean(),
  also_known_as: Type.Array(Type.String()),
  biography: Type.String(),
  birthday: nullable(Type.String()),
  deathday: nullable(Type.String()),
  gender: Type.Integer(),
  homepage: nullable(Type.String()),
  id: Type.Integer(),
  filmdb_id: nullable(Type.String()),
  known_for_department: nullable(Type.String()),
  name: Type.String(),
  place_of_birth: nullable(Type.String()),
  popularity: Type.Number(),
  profile_path: nullable(Type.String()),
  ...textLanguages('name', 'biography'),
})

/** The facts in the table of people. */
const factsQuery = perLanguage((language: Language, engine: Engine) => {
  const { title, text, languages, join } = textsOf('person', 'p', language, engine)
  return sql`
    select p.adult, p.also_known_as, ${text('biography')} as biography, p.birthday, p.deathday, p.gender, p.homepage,
      p.id, (select value from external_id
        where kind = 'person' and entity_id = p.id and external_source = 'filmdb_id') as filmdb_id,
      p.known_for_department, ${title} as name, p.place_of_birth, p.popularity,
      ${pictureOf('person', 'p', 'profiles', 'profile_path')} as profile_path
      ${languages('name', 'biography')}
    from person p ${join}`
})

export const details = detailsOperation('person', {
  summary: 'Details of a person',
  query: Type.Object({ language }),
  further: [appendableChanges('person')],
  reply: Person.properties,

  load({ db, query }, id) {
    return db.one(Person, sql`${factsQuery(query.language, db.engine)} where p.id = ${id}`)
  },
})
