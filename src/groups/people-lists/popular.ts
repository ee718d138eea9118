import { Type } from 'typebox'
import { countPopular, popularPage } from '#src/catalogue/popular.ts'
import { knownFor, PersonBase, PersonSummary, personBase } from '#src/catalogue/rows-people.ts'
import { sql } from '#src/database/sql.ts'
import { cacheSeconds, operation } from '#src/operation.ts'
import { paged, pageOf } from '#src/paging.ts'
import { language, page } from '#src/parameters.ts'

export const popular = operation('people_lists.popular', 'GET /3/person/popular', {
  summary: 'People, the most popular first, each with the best known titles; adult ones are left out',
  access: 'key',
  query: Type.Object({ language, page }),
  reply: paged(PersonSummary),
  cache: { seconds: cacheSeconds },

  async handle({ db, query: { language, page } }) {
    const { columns, join } = personBase(language)
    const [people, count] = await Promise.all([
      db.all(
        PersonBase,
        sql`
        with shown as (${popularPage('person', page)})
        select ${columns} from shown join person p on p.id = shown.id ${join} order by p.popularity desc, p.id`,
      ),
      countPopular(db, 'person'),
    ])
    const ids = people.map(({ id }) => id)
    const titles = await knownFor(db, ids, language)
    const results = people.map((person) => ({ ...person, known_for: titles.get(person.id) ?? [] }))
    return pageOf(page, results, count)
  },
})
