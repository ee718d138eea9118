import { followedLists } from '#src/groups/watches/followed-lists.ts'
import { languageTag } from '../components/languages.ts'
import { emptyState, pagination } from '../components/lists.ts'
import { pageIn } from '../components/page-number.ts'
import { html } from '../html.ts'
import { libraryPage } from '../library/frame.ts'
import { page } from '../page.ts'
import { followedRows } from './followed-rows.ts'

export const followedListsAddress = '/library/followed-lists'

/** Lists of others that somebody follows, those to which something was added last first. */
export const followedListsPage = page(`GET ${followedListsAddress}`, {
  access: 'account',
  query: ['page'],
  async handle(context) {
    const { ask, query, texts } = context
    const { lists: words } = texts
    const number = pageIn(query.page)
    if (number === undefined) return undefined
    const found = await ask(followedLists, { query: { page: number, language: languageTag(context) } })
    if (!found) return undefined
    const rows = await followedRows(context, found.results)
    const content = html`
${rows.length === 0 ? emptyState(words.noneFollowed, words.noneFollowedText) : html`<ul class="listed">${rows}</ul>`}
${pagination(context, found, (to) => `${followedListsAddress}?page=${to}`)}`
    return libraryPage(context, followedListsAddress, words.followed, content)
  },
})
