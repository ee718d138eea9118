import { type Gallery, kind } from '#src/catalogue/kinds.ts'
import type { NewImage } from '#src/contributions/add-image.ts'
import { addPicture } from '#src/contributions/image-writes.ts'
import { mayShowPeople } from '#src/contributions/tagged-people.ts'
import type { StoredPicture } from '#src/media/media.ts'
import { PictureError } from '#src/media/refusals.ts'
import { errorSummary, type Filled, type Option, selectField, submit } from '../components/form.ts'
import { smallHead } from '../components/small-head.ts'
import { unverifiedPage } from '../components/unverified.ts'
import { orWait } from '../components/wait-page.ts'
import { formTokenField } from '../form-token.ts'
import { html } from '../html.ts'
import { type Answer, type PageContext, type PageView, page, redirect } from '../page.ts'
import type { Pictured } from '../records/gallery.ts'
import { places } from '../records/places.ts'
import type { Viewer } from '../viewer.ts'
import { descriptionFaults, descriptionFields, descriptionIn } from './fields.ts'
import { lookUpNames, meantBy, namesFaults, namesField, whoAddress } from './people.ts'

/**
 * The required shape and size of pictures in a gallery. Pictures are not cropped; those that do not fit are refused.
 */
const fits: Readonly<Record<Gallery, (picture: StoredPicture) => boolean>> = {
  posters: ({ width, height }) => height > width && width >= 300,
  backdrops: ({ width, height }) => width > height && width >= 1280 && height >= 720,
  stills: ({ width, height }) => width > height && width >= 640,
  profiles: ({ width, height }) => height >= width && width >= 200,
  logos: ({ width, file_type }) => width >= 100 || file_type === '.svg',
}

/** Posters where there are any: the picture that a record is known by. */
const mainGallery = ({ kind: of }: Pictured): string =>
  kind(of).galleries.find((gallery) => gallery === 'posters') ?? kind(of).galleries[0] ?? ''

/** The pages on which people add an image to a record, for each kind. */
export const addPages = places.flatMap(({ path, find }) => [
  page(`GET ${path}/images/add`, {
    access: 'account',
    query: ['gallery'],
    async handle(context) {
      const record = await find(context)
      if (!record) return undefined
      if (context.viewer.email_verified_at === null) return unverified(context, record)
      const values = { gallery: context.query.gallery || mainGallery(record), language: '', licence: '' }
      return view(context, record, { values, errors: {} })
    },
  }),
  page(`POST ${path}/images/add`, {
    access: 'account',
    form: ['gallery', 'language', 'licence', 'people'],
    takesFile: true,
    async handle(context) {
      const record = await find(context)
      if (!record) return undefined
      if (context.viewer.email_verified_at === null) return unverified(context, record)
      return addTo(context, record).catch(orWait(context))
    },
  }),
])

type Context = PageContext<string, string, 'gallery' | 'language' | 'licence' | 'people', Viewer>

/** Adds the picture that came with the form, with the people on it of whom it is clear who is meant. */
async function addTo(context: Context, record: Pictured): Promise<Answer> {
  const { form, write, texts } = context
  const { pictures } = texts
  let errors: Record<string, string> = {}
  let unclear: string[] = []
  const added = await write(addPicture, {
    about: { kind: record.kind, entity_id: record.id },
    async prepare() {
      const prepared = await prepare(context, record)
      if ('errors' in prepared) errors = prepared.errors
      else unclear = prepared.unclear
      return 'image' in prepared ? prepared.image : undefined
    },
  })
  if (typeof added === 'string') errors = { file: added === 'is there' ? pictures.isThere : pictures.wasTakenAway }
  if (typeof added !== 'object') return { ...view(context, record, { values: form, errors }), http: 422 }
  // There it is shown to its author, with where it waits.
  if ('pending' in added) return redirect(`${record.address}/images?gallery=${form.gallery}`, 'pictures.waits')
  const address = `${record.address}/images/${form.gallery}/${added.id}`
  return redirect(unclear.length > 0 ? whoAddress(address, unclear.join(', ')) : address, 'pictures.added')
}

/** `unclear` are names of people of whom it is not clear who is meant. */
type Prepared = { image: NewImage; unclear: string[] } | { errors: Record<string, string> }

/** Stores the picture; what is wrong is told by field. */
async function prepare(context: Context, record: Pictured): Promise<Prepared> {
  const { form, texts, viewer } = context
  const gallery = kind(record.kind).galleries.find((name) => name === form.gallery)
  const faults = { ...descriptionFaults(context, form), ...namesFaults(context, form) }
  if (!gallery || Object.keys(faults).length > 0)
    return { errors: { ...(!gallery && { gallery: texts.pictures.chooseGallery }), ...faults } }
  const picture = await taken(context, gallery, viewer.id)
  if (typeof picture === 'string') return { errors: { file: picture } }
  const { file_path, file_type, width, height } = picture
  const candidates = mayShowPeople(record.kind) ? await lookUpNames(context, form.people) : []
  const image = {
    ...{ gallery, file_path, file_type, width, height },
    aspect_ratio: Math.round((1_000 * width) / height) / 1_000,
    ...descriptionIn(form),
    people: candidates.flatMap((one) => meantBy(one) ?? []),
  }
  return { image, unclear: candidates.filter((one) => meantBy(one) === undefined).map(({ name }) => name) }
}

/** The stored picture, or why it was refused. */
async function taken(
  { media, upload, texts }: PageContext,
  gallery: Gallery,
  account_id: number,
): Promise<StoredPicture | string> {
  const { pictures } = texts
  if (!upload) return pictures.chooseFile
  try {
    const picture = await media.put(upload.content, { gallery, isStored: fits[gallery], sender: String(account_id) })
    return fits[gallery](picture) ? picture : pictures.shapes[gallery]
  } catch (error) {
    if (error instanceof PictureError) return pictures.reasons[error.reason]
    throw error
  }
}

const unverified = (context: PageContext, about: Pictured): PageView =>
  unverifiedPage(context, about, context.texts.pictures.addTo(about.name), context.texts.pictures)

const megabyte = 1_048_576
/** What browsers offer to choose; what is accepted depends on the content of the file. */
const accepted = 'image/jpeg,image/png,image/webp,image/avif,image/gif,image/svg+xml'

function view(context: PageContext, record: Pictured, filled: Filled): PageView {
  const { texts, formToken, config } = context
  const { pictures } = texts
  const { galleries } = kind(record.kind)
  const error = filled.errors.file
  return {
    title: pictures.addTo(record.name),
    isPrivate: true,
    scripts: ['upload.js'],
    main: html`
${smallHead(
  context,
  record,
  pictures.addTo(record.name),
  html` ›
<a href="${record.address}/images">${pictures.images}</a>`,
)}
${errorSummary(context, filled)}
<form class="form" method="post" action="${record.address}/images/add" enctype="multipart/form-data" data-upload>
<input type="hidden" name="${formTokenField}" value="${formToken}">
${selectField(context, filled, {
  name: 'gallery',
  label: pictures.gallery,
  isRequired: true,
  options: galleries.map((gallery): Option => [gallery, pictures.galleries[gallery]]),
})}
${descriptionFields(context, filled)}
${mayShowPeople(record.kind) && namesField(context, filled)}
<div class="${error ? 'field field-wrong' : 'field'}">
<label for="file">${pictures.file} <span class="required">${texts.common.required}</span></label>
<p class="hint" id="file-hint">${pictures.fileHint(Math.floor(config.imageBytes / megabyte))}</p>
${error && html`<p class="field-error" id="file-error">${error}</p>`}
<input type="file" id="file" name="file" required accept="${accepted}"
 aria-describedby="file-hint${error && ' file-error'}"${error && html` aria-invalid="true"`}>
</div>
<figure class="upload-preview" data-preview hidden>
<canvas role="img" aria-label="${pictures.preview}"></canvas><figcaption></figcaption>
</figure>
<progress max="1" value="0" hidden aria-label="${pictures.send}"></progress>
<p class="hint" role="status" data-status data-working="${pictures.working}" data-failed="${pictures.failed}"></p>
${submit(pictures.send)}
</form>`,
  }
}
