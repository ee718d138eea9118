import { connectingOf } from '#src/commons/following/reaching/connecting.ts'
import { MemberError } from '#src/commons/offering/member-error.ts'
import { readSite } from '#src/commons/offering/members.ts'
import type { Filled } from '../../components/form.ts'
import { page, redirect } from '../../page.ts'
import { correctionsAddress, foundFollowing } from './addresses.ts'
import { correctionsView } from './corrections.ts'

export const token = page(`POST ${correctionsAddress('{catalogue}')}/token`, {
  access: 'administrator',
  form: ['site', 'token'],
  async handle(context) {
    const { form: sent, config, write, texts } = context
    const { offered } = texts
    const following = await foundFollowing(context)
    if (!following) return undefined
    const wrong = async (errors: Filled['errors']) => ({
      ...(await correctionsView(context, following, { values: { site: sent.site }, errors })),
      http: 422,
    })
    const address = readSite(sent.site)
    if (address === undefined) return wrong({ site: offered.siteWrong })
    const given = { following_id: following.id, address, token: sent.token.trim() }
    if (!given.token.startsWith('rct_')) return wrong({ token: offered.tokenWrong })
    const { giveToken, memberOf } = await import('#src/commons/offering/wishes.ts')
    try {
      const username = await memberOf(given, connectingOf(config))
      await write(giveToken, { ...given, username })
    } catch (error) {
      if (!(error instanceof MemberError)) throw error
      const { is, detail } = error.problem
      const isOfToken = is === 'token_refused' || is === 'token_scope' || is === 'member_refused'
      const fault = `${offered.problems[is]}${detail === '' ? '' : ` (${detail})`}`
      return wrong({ [isOfToken ? 'token' : 'site']: fault })
    }
    return redirect(correctionsAddress(following.id), 'offered.given')
  },
})

export const tokenRemoval = page(`POST ${correctionsAddress('{catalogue}')}/token/remove`, {
  access: 'administrator',
  async handle(context) {
    const following = await foundFollowing(context)
    const { takeToken } = await import('#src/commons/offering/wishes.ts')
    if (!following || !(await context.write(takeToken, following.id))) return undefined
    return redirect(correctionsAddress(following.id), 'offered.removed')
  },
})
