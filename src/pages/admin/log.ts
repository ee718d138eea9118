import { ACT_DAYS, listActs, moderatorActs } from '#src/audit/acts.ts'
import { emptyState } from '../components/lists.ts'
import { html } from '../html.ts'
import { moderationPage } from '../moderation/frame.ts'
import { page } from '../page.ts'
import { rowId } from '../row-id.ts'
import { actTable } from './audit-log.ts'

const address = '/moderation/log'

/** What moderators and trusted members did to what is not their own, for all moderators. */
export const log = page(`GET ${address}`, {
  access: 'moderator',
  query: ['before'],
  async handle(context) {
    const { db, query, texts } = context
    const { audit, moderation } = texts
    const { acts, next } = await listActs(db, { kinds: moderatorActs, before: rowId(query.before) })
    const content = html`
<p>${moderation.logLead(ACT_DAYS)}</p>
${acts.length === 0 ? emptyState(audit.noneTitle, moderation.logNone) : actTable(context, acts)}
${next !== undefined && html`<p><a class="button" rel="next" href="${address}?before=${next}">${audit.older}</a></p>`}`
    return moderationPage(context, 'log', moderation.places.log, content)
  },
})
