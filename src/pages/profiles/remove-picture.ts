import { deleteUnusedAvatar } from '#src/contributions/avatars.ts'
import { takeAvatarOf } from '#src/contributions/moderating.ts'
import { findProfile } from '#src/contributions/profiles.ts'
import { blank, errorSummary, type Filled, form } from '../components/form.ts'
import { reasonField, requiredReason } from '../components/reason.ts'
import { html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import { profileAddress } from '../records/profile-address.ts'
import type { Viewer } from '../viewer.ts'

type Context = PageContext<'name', string, string, Viewer>

/** A profile of somebody else with a picture that others may see. */
async function pictured({ db, params, viewer }: Context) {
  const profile = await findProfile(db, params.name)
  const isShown = profile?.has_public_profile && profile.avatar_path !== null
  return isShown && profile.id !== viewer.id ? profile : undefined
}

export const askForPicture = page('GET /@{name}/picture/remove', {
  access: 'moderator',
  async handle(context) {
    const profile = await pictured(context)
    return profile && view(context, profile.username, blank)
  },
})

export const takePicture = page('POST /@{name}/picture/remove', {
  access: 'moderator',
  form: ['reason'],
  async handle(context) {
    const { write, media, form: values } = context
    const profile = await pictured(context)
    if (!profile) return undefined
    const { reason, errors } = requiredReason(context, values.reason)
    if (errors) return { ...view(context, profile.username, { values, errors }), http: 422 }
    const file_path = await write(takeAvatarOf, { id: profile.id, reason })
    if (file_path === undefined) return undefined
    await write(deleteUnusedAvatar, { file_path, media })
    return redirect(profileAddress(profile.username), 'profiles.pictureRemoved')
  },
})

function view(context: Context, username: string, filled: Filled): PageView {
  const { profiles } = context.texts
  const address = profileAddress(username)
  return {
    title: profiles.removePicture,
    isPrivate: true,
    main: html`
<h1>${profiles.removePictureTitle(username)}</h1>
<p>${profiles.removePictureText}</p>
${errorSummary(context, filled)}
${form(
  context,
  `${address}/picture/remove`,
  html`
${reasonField(context, filled, profiles.reasonHint)}
<p class="actions"><button class="button danger">${profiles.removePicture}</button>
<a class="button" href="${address}">${profiles.keep}</a></p>`,
)}`,
  }
}
