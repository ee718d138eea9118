import { findProfile, hideProfile, showProfile } from '#src/contributions/profiles.ts'
import { blank, errorSummary, type Filled, form } from '../components/form.ts'
import { reasonField, requiredReason } from '../components/reason.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { profileAddress } from '../records/profile-address.ts'
import type { Viewer } from '../viewer.ts'

type Context = PageContext<'name', string, string, Viewer>

/** The profile of somebody else that a moderator may hide: a private one is seen by nobody. */
async function profileIn({ db, params, viewer }: Context) {
  const profile = await findProfile(db, params.name)
  const isShown = profile?.has_public_profile && profile.hidden_at === null
  return isShown && profile.id !== viewer.id ? profile : undefined
}

export const askHiding = page('GET /@{name}/hide', {
  access: 'moderator',
  async handle(context) {
    const profile = await profileIn(context)
    return profile && view(context, profile.username, blank)
  },
})

export const hide = page('POST /@{name}/hide', {
  access: 'moderator',
  form: ['reason'],
  async handle(context) {
    const { writable, form: values, viewer, now } = context
    const profile = await profileIn(context)
    if (!profile) return undefined
    const { reason, errors } = requiredReason(context, values.reason)
    if (errors) return { ...view(context, profile.username, { values, errors }), http: 422 }
    if (!(await hideProfile(writable, profile.id, { by: viewer.id, reason, now }))) return undefined
    return redirect(profileAddress(profile.username), 'profiles.hidden')
  },
})

export const show = page('POST /@{name}/show', {
  access: 'moderator',
  async handle({ db, writable, params, viewer, now }) {
    const profile = await findProfile(db, params.name)
    if (!profile || !(await showProfile(writable, profile.id, { by: viewer.id, now }))) return undefined
    return redirect(profileAddress(profile.username), 'profiles.shown')
  },
})

function view(context: Context, username: string, filled: Filled): PageView {
  const { profiles } = context.texts
  const address = profileAddress(username)
  return {
    title: profiles.hide,
    isPrivate: true,
    main: html`
<h1>${profiles.hideTitle(username)}</h1>
<p>${profiles.hideText}</p>
${errorSummary(context, filled)}
${form(
  context,
  `${address}/hide`,
  html`
${reasonField(context, filled, profiles.reasonHint)}
<p class="actions"><button class="button danger">${profiles.hide}</button>
<a class="button" href="${address}">${profiles.keep}</a></p>`,
)}`,
  }
}
