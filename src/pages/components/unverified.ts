import { type Html, html } from '../html.ts'
import type { PageContext, PageView, RenderContext } from '../page.ts'
import { emptyState, nextStep } from './lists.ts'
import { type Above, smallHead } from './small-head.ts'

/** In place of what would open an account whose address may be somebody else's. */
export const verifyFirst = ({ texts: { access, account } }: RenderContext): Html =>
  emptyState(access.unverified, access.unverifiedText, nextStep('/verify', account.verify.bannerLink))

/** In place of a form about a record: only accounts with a verified address can publish. */
export const unverifiedPage = (
  context: PageContext,
  about: Above,
  title: string,
  { unverified, unverifiedText }: { unverified: string; unverifiedText: string },
): PageView => ({
  title,
  isPrivate: true,
  http: 403,
  main: html`${smallHead(context, about, title)}
${emptyState(unverified, unverifiedText, nextStep('/verify', context.texts.account.verify.bannerLink))}`,
})
