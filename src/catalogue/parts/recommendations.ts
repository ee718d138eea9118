import { part } from '../part.ts'
import { recommendedTitles } from '../similar/similar-titles.ts'
import { query, titlePage, typedRows } from '../similar/title-page.ts'

export const recommendations = part({
  name: 'recommendations',
  summary: 'What people who keep this title also keep, followed by similar titles',
  query,
  reply: typedRows,
  hasNoId: true,
  isWide: true,
  async load({ db, query }, of, id) {
    if (of !== 'movie' && of !== 'series') throw new Error(`there are no recommendations for a ${of}`)
    return titlePage(db, of, await recommendedTitles(db.wide, of, id), query)
  },
})
