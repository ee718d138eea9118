import { removeAvatar, setAvatar } from '#src/contributions/avatars.ts'
import { PictureError } from '#src/media/refusals.ts'
import { avatar } from '../components/avatar.ts'
import { buttonForm, errorSummary, type Filled } from '../components/form.ts'
import { orWait } from '../components/wait-page.ts'
import { formTokenField } from '../form-token.ts'
import { type Html, html } from '../html.ts'
import { type PageContext, type PageView, page, redirect } from '../page.ts'
import type { Viewer } from '../viewer.ts'
import { settingsPage } from './frame.ts'

const address = '/settings/profile/picture'
const megabyte = 1_048_576
/** What browsers offer to choose; what is accepted depends on the content of the file. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif'

/** The shorter side of a picture that is still one in the largest place. */
const leastPixels = 72

type Context = PageContext<string, string, string, Viewer>

export const savePicture = page(`POST ${address}`, {
  access: 'account',
  takesFile: true,
  async handle(context) {
    const { write, media } = context
    let fault = ''
    const prepare = async () => {
      const taken = await receive(context)
      if (typeof taken === 'object') return taken
      fault = taken
      return undefined
    }
    const saved = await write(setAvatar, { prepare, media }).catch(orWait(context, '/settings/profile'))
    if (typeof saved === 'object') return saved
    if (!saved) return again(context, fault)
    return redirect('/settings/profile', 'settings.pictureSaved')
  },
})

/** The stored picture, or why it was refused. */
async function receive({ media, upload, texts, viewer }: Context) {
  const { pictures, settings } = texts
  if (!upload) return pictures.chooseFile
  const isLarge = ({ width }: { width: number }) => width >= leastPixels
  try {
    const putting = { gallery: 'avatars', isStored: isLarge, sender: String(viewer.id) } as const
    const picture = await media.put(upload.content, putting)
    return isLarge(picture) ? picture : settings.profile.pictureSmall(leastPixels)
  } catch (error) {
    if (error instanceof PictureError) return pictures.reasons[error.reason]
    throw error
  }
}

/** The form once more, with what is wrong. */
function again(context: Context, fault: string): PageView {
  const filled = { values: {}, errors: { file: fault } }
  const content = html`${errorSummary(context, filled)}${pictureForm(context, filled)}`
  return { ...settingsPage(context, 'profile', content, context.texts.settings.profile.picture), http: 422 }
}

export const pictureAgain = page(`GET ${address}`, {
  access: 'account',
  handle: async () => redirect('/settings/profile'),
})

export const removePicture = page(`POST ${address}/remove`, {
  access: 'account',
  async handle({ write, media }) {
    await write(removeAvatar, { media })
    return redirect('/settings/profile', 'settings.pictureRemoved')
  },
})

/** A person's own picture, with the way to another one and back to the drawn one. */
export function pictureCard(context: Context, filled: Filled): Html {
  const { viewer, texts } = context
  const words = texts.settings.profile
  return html`
<section class="card own-picture">
<h2>${words.picture}</h2>
<div class="person">${avatar(viewer, 72)}
<p><strong>${viewer.displayName}</strong><br>${words.username(viewer.username)}</p></div>
${viewer.avatar_path === null && html`<p class="hint">${words.avatarHint}</p>`}
${pictureForm(context, filled)}
${viewer.avatar_path !== null && buttonForm(context, `${address}/remove`, words.removePicture)}
</section>`
}

function pictureForm({ texts, formToken, config }: Context, filled: Filled): Html {
  const words = texts.settings.profile
  const error = filled.errors.file
  const hint = words.pictureHint(Math.floor(config.imageBytes / megabyte))
  return html`
<form class="form" method="post" action="${address}" enctype="multipart/form-data">
<input type="hidden" name="${formTokenField}" value="${formToken}">
<div class="${error ? 'field field-wrong' : 'field'}">
<label for="file">${words.pictureFile}</label>
<p class="hint" id="file-hint">${hint}</p>
${error && html`<p class="field-error" id="file-error">${error}</p>`}
<input type="file" id="file" name="file" required accept="${accepted}"
 aria-describedby="file-hint${error && ' file-error'}"${error && html` aria-invalid="true"`}>
</div>
<p class="actions"><button class="button">${words.savePicture}</button></p>
</form>`
}
