import { Type } from 'typebox'
import { listPage, popular as mostPopular } from '#src/catalogue/summaries/list-query.ts'
import { knownFor, PersonBase, PersonSummary, personBase } from '#src/catalogue/summaries/people.ts'
import { operation, popularListSeconds } from '#src/contract/operation.ts'
import { paged } from '#src/contract/paging.ts'
import { language, page } from '#src/contract/parameters.ts'

export const popular = operation('people_lists.popular', 'GET /3/person/popular', {
  summary: 'People, most popular first, each with their best-known titles; adult ones are left out',
  access: 'key',
  isDeep: true,
  query: Type.Object({ language, page }),
  reply: paged(PersonSummary),
  cache: { seconds: popularListSeconds },

  async handle({ db, query: { language, ...place } }) {
    const people = await listPage(db, mostPopular('person'), PersonBase, personBase(language, db.engine), place)
    const ids = people.results.map(({ id }) => id)
    const titles = await knownFor(db, ids, language)
    return {
      ...people,
      results: people.results.map((person) => ({ ...person, known_for: titles.get(person.id) ?? [] })),
    }
  },
})
