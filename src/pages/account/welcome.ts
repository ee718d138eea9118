import { findFill } from '#src/import/filling/fill-job.ts'
import { type Html, html } from '../html.ts'
import { page, type RenderContext } from '../page.ts'
import { rowId } from '../row-id.ts'

export const welcomeAddress = '/welcome'

type Step = readonly [name: string, address: string]

/** What administrators do first, and everybody else. */
const stepsFor = ({ viewer, signUps }: RenderContext): Step[] =>
  viewer?.role === 'administrator'
    ? [
        signUps === 'invitation' ? ['invite', '/admin/invitations'] : ['accounts', '/admin/accounts'],
        ['fill', '/admin/fill'],
        ['connect', '/settings/connect'],
        ['keys', '/settings/api'],
        ['check', '/admin/setup'],
      ]
    : [
        ['watchlist', '/discover'],
        ['bring', '/settings/import'],
        ['connect', '/settings/connect'],
        ['profile', '/settings/profile'],
        ['add', '/quality'],
      ]

/** What somebody can do who is new here, each with where it is done. */
export function nextSteps(context: RenderContext, first: readonly Step[] = []): Html {
  const { steps } = context.texts.server.welcome
  const listed = [...first, ...stepsFor(context)].flatMap(([name, address]) => {
    const words = steps[name]
    return words ? [html`<dt><a href="${address}">${words[0]}</a></dt><dd>${words[1]}</dd>`] : []
  })
  return html`<dl class="meanings">${listed}</dl>`
}

/** Where a server leads that was just set up, and where one can come back to. */
export const welcome = page(`GET ${welcomeAddress}`, {
  access: 'account',
  query: ['look'],
  async handle(context) {
    const { title } = context.texts.server.welcome
    const { db, query, viewer } = context
    const look = rowId(query.look)
    const found = look === undefined ? undefined : await findFill(db, look, viewer.id)
    return {
      title,
      isPrivate: true,
      main: html`
<h1>${title}</h1>
${nextSteps(context, found ? [['look', `/admin/fill/${found.id}`]] : [])}
<p class="actions"><a class="button" href="/">${context.texts.account.verify.toCatalogue}</a></p>`,
    }
  },
})
