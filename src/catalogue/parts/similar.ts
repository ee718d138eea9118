import { part } from '../part.ts'
import { similarTitles } from '../similar/similar-titles.ts'
import { plainRows, query, titlePage } from '../similar/title-page.ts'

export const similar = part({
  name: 'similar',
  summary: 'Titles with the same people, keywords, genres, companies and so on, most similar first',
  query,
  reply: plainRows,
  hasNoId: true,
  isWide: true,
  async load({ db, query }, of, id) {
    if (of !== 'movie' && of !== 'series') throw new Error(`there are no titles similar to a ${of}`)
    return titlePage(db, of, await similarTitles(db.wide, of, id), query)
  },
})
